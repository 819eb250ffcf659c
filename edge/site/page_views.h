// POST /api/public/page-view: counts which pages are looked at, in which language, for the academy's own figures
// (`academy_edge_page_views_total` of /metrics). Nothing is kept of who looked.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "edge/http/exchange.h"
#include "edge/site/static_site.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/metrics.h"

namespace academy::edge {

class PageViews {
 public:
  // What one address is counted for in a minute: a class that sits behind one is, a loop that makes up views is not.
  static constexpr uint16_t kPerMinute = 600;

  // All outlive this.
  PageViews(const StaticSite& pages, Metrics& metrics, const Clock& clock);

  // The body is `{page, lang?}`: an address of the web app without its query, and the language it is shown in. An
  // address that is no page counts as `other`, so that no client can make up series. Always 200 for a well-formed body:
  // who is not counted has nothing to mend. 400 invalid_json or wrong_type; 415 unsupported_media_type; 422
  // validation_failed.
  void Serve(const std::shared_ptr<http::Exchange>& exchange) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  absl::Status Count(const http::Request& request) ABSL_LOCKS_EXCLUDED(mutex_);
  bool MayCount(std::string_view peer) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const StaticSite& pages_;
  Metrics& metrics_;
  const Clock& clock_;
  MetricCounter& dropped_;

  absl::Mutex mutex_;
  // By page and language.
  std::map<std::pair<std::string_view, std::string>, MetricCounter*> counters_ ABSL_GUARDED_BY(mutex_);
  // Views of this minute by a hash of the address, which is not kept: those who share a place share what it allows.
  std::vector<uint16_t> seen_ ABSL_GUARDED_BY(mutex_);
  int64_t minute_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::edge

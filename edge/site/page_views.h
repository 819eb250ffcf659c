// POST /api/public/page-view: counts page views by page and language for the academy's own statistics
// (`academy_edge_page_views_total` of /metrics). Nothing about the visitor is kept.
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
  // The most views counted per address and minute: enough for a class behind one address, too few for a loop that fakes
  // views.
  static constexpr uint16_t kPerMinute = 600;

  // All must outlive this.
  PageViews(const StaticSite& pages, Metrics& metrics, const Clock& clock);

  // The body is `{page, lang?}`: an address of the web app without its query, and the language shown. An address that
  // is not a page counts as `other`, so that clients cannot create series. A well-formed body always gets 200, counted
  // or not, because there is nothing for the client to fix. 400 invalid_json or wrong_type; 415 unsupported_media_type;
  // 422 validation_failed.
  void Serve(const std::shared_ptr<http::Exchange>& exchange) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Answer(http::Exchange& exchange) ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status Count(const http::Request& request) ABSL_LOCKS_EXCLUDED(mutex_);
  bool MayCount(std::string_view peer) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const StaticSite& pages_;
  Metrics& metrics_;
  const Clock& clock_;
  MetricCounter& dropped_;

  absl::Mutex mutex_;
  // By page and language.
  std::map<std::pair<std::string_view, std::string>, MetricCounter*> counters_ ABSL_GUARDED_BY(mutex_);
  // Views in this minute, indexed by a hash of the address; the address is not kept. Addresses that share a slot share
  // its limit.
  std::vector<uint16_t> seen_ ABSL_GUARDED_BY(mutex_);
  int64_t minute_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::edge

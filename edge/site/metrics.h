// The edge's own counts, and the page of all processes' counts.
//
// Thread-safe.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "edge/backends.h"
#include "edge/http/exchange.h"
#include "services/common/metrics/metrics.h"
#include "services/common/rpc/channel.h"

namespace academy::edge {

class RequestMetrics {
 public:
  // `metrics` outlives this.
  explicit RequestMetrics(Metrics& metrics) : metrics_(metrics) {}

  // One answered request; `route` is one of a small fixed set.
  void Observe(std::string_view route, int status, absl::Duration took) ABSL_LOCKS_EXCLUDED(mutex_);
  // The service's part of it, from the call to its answer here.
  void ObserveCall(std::string_view route, absl::Duration took) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Finding a series by its labels costs more than some requests: these remember.
  using Timers = std::map<std::string, MetricTimer*, std::less<>>;

  MetricTimer& Find(Timers& timers, const char* name, const char* help, std::string_view route)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Metrics& metrics_;
  absl::Mutex mutex_;
  std::map<int, std::map<std::string, MetricCounter*, std::less<>>> requests_ ABSL_GUARDED_BY(mutex_);
  Timers request_seconds_ ABSL_GUARDED_BY(mutex_);
  Timers call_seconds_ ABSL_GUARDED_BY(mutex_);
};

// GET /metrics: `own` and what every service tells, within a second; `academy_up` says who answered. `identity` is the
// edge's as a service.
void AnswerMetrics(const Channels& channels, Metrics& own, const CallIdentity& identity,
                   const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge

// Counts the edge's own requests.
//
// Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/metrics.h"

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

}  // namespace academy::edge

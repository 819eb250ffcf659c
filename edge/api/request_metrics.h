// Counts and times the requests that the edge answers.
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
  // `metrics` must outlive this.
  explicit RequestMetrics(Metrics& metrics) : metrics_(metrics) {}

  // Records one answered request. `route` must come from a small fixed set, because it labels a series.
  void Observe(std::string_view route, int status, absl::Duration took) ABSL_LOCKS_EXCLUDED(mutex_);
  // Records the time from calling a service to receiving its answer here.
  void ObserveCall(std::string_view route, absl::Duration took) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Finding a series by its labels costs more than some requests, so the series found are kept.
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

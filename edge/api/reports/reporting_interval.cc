#include "edge/api/reports/reporting_interval.h"

#include <algorithm>
#include <functional>

namespace academy::edge {

size_t ReportingInterval::Next(std::string_view session_id, absl::Duration now) {
  const size_t session = std::hash<std::string_view>()(session_id);
  absl::MutexLock lock(&mutex_);
  if (now - begun_ >= kWindow) {
    // Of an older window nobody may be left.
    watched_before_ = now - begun_ < 2 * kWindow ? watching_.size() : 0;
    watching_.clear();
    begun_ = now;
  }
  watching_.insert(session);
  const size_t watchers = std::max(watching_.size(), watched_before_);
  return std::clamp((watchers + kReportsPerSecond - 1) / kReportsPerSecond, kMinSeconds, kMaxSeconds);
}

}  // namespace academy::edge

#include "services/catalog/removals/removal_hold.h"

#include <algorithm>

#include "services/platform/base/status.h"

namespace academy::catalog {

void RemovalHold::Begin(const std::string& id, absl::Duration time) {
  absl::MutexLock lock(&mutex_);
  UnixMillis now = clock_.Now();
  absl::erase_if(ends_, [now](const auto& hold) { return hold.second <= now; });
  ends_[id] = now + time;
}

absl::Status RemovalHold::Continue(const std::string& id, absl::Duration time) {
  absl::MutexLock lock(&mutex_);
  auto hold = ends_.find(id);
  UnixMillis now = clock_.Now();
  if (hold == ends_.end() || hold->second <= now) {
    return Error(absl::StatusCode::kNotFound, "hold_ended", "Files were not kept any longer");
  }
  hold->second = now + time;
  return absl::OkStatus();
}

void RemovalHold::End(const std::string& id) {
  absl::MutexLock lock(&mutex_);
  ends_.erase(id);
}

bool RemovalHold::Held() const {
  absl::MutexLock lock(&mutex_);
  if (ends_.empty()) return false;
  UnixMillis now = clock_.Now();
  return std::any_of(ends_.begin(), ends_.end(), [now](const auto& hold) { return hold.second > now; });
}

}  // namespace academy::catalog

#include "services/platform/upstream/circuit_breaker.h"

namespace academy {

bool CircuitBreaker::Enter(absl::Duration at_most) {
  absl::MutexLock lock(&mutex_);
  auto decided = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return open_ || in_flight_ < max_in_flight_; };
  if (!left_.Await(mutex_, at_most, decided)) return false;
  if (open_ && in_flight_ > 0) return false;
  ++in_flight_;
  return true;
}

void CircuitBreaker::Leave(bool answered) {
  absl::MutexLock lock(&mutex_);
  open_ = !answered;
  --in_flight_;
  left_.Changed();
}

}  // namespace academy

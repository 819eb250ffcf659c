#include "services/platform/upstream/circuit_breaker.h"

namespace academy {
namespace {

// A healthy service responds to some calls within this time.
constexpr absl::Duration kMaxWait = absl::Milliseconds(50);

}  // namespace

bool CircuitBreaker::Enter() {
  absl::MutexLock lock(&mutex_);
  auto decided = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return open_ || in_flight_ < max_in_flight_; };
  if (!left_.Await(mutex_, kMaxWait, decided)) return false;
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

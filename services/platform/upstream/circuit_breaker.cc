#include "services/platform/upstream/circuit_breaker.h"

namespace academy {
namespace {

// A healthy service responds to some calls within this time.
constexpr absl::Duration kMaxWait = absl::Milliseconds(50);

}  // namespace

bool CircuitBreaker::Enter() {
  absl::MutexLock lock(&mutex_);
  if (!mutex_.AwaitWithTimeout(absl::Condition(this, &CircuitBreaker::Decided), kMaxWait)) return false;
  if (open_ && in_flight_ > 0) return false;
  ++in_flight_;
  return true;
}

void CircuitBreaker::Leave(bool answered) {
  absl::MutexLock lock(&mutex_);
  open_ = !answered;
  --in_flight_;
}

}  // namespace academy

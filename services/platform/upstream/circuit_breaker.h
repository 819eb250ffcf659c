// Keeps an upstream service that hangs from taking all threads of the service that calls it, so that some are left for
// calls that do not need it.
//
// Thread-safe.
#pragma once

#include <cstddef>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace academy {

// Closed, it lets `max_in_flight` calls through at a time. It opens when a call runs into its deadline: then one call
// at a time is let through, until one is answered.
class CircuitBreaker {
 public:
  explicit CircuitBreaker(size_t max_in_flight) : max_in_flight_(max_in_flight) {}

  // Waits for room, for as long as a healthy service could need to make some. False: do not call. After true, Leave
  // must follow.
  bool Enter() ABSL_LOCKS_EXCLUDED(mutex_);
  // The call ended; `answered` unless it ran into its deadline.
  void Leave(bool answered) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  bool Decided() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return open_ || in_flight_ < max_in_flight_; }

  const size_t max_in_flight_;
  absl::Mutex mutex_;
  bool open_ ABSL_GUARDED_BY(mutex_) = false;
  size_t in_flight_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy

// Keeps a hanging upstream service from occupying all threads of its caller, so that calls that do not need it still
// have threads.
//
// Thread-safe.
#pragma once

#include <cstddef>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/timed_wait.h"

namespace academy {

// When closed, allows `max_in_flight` concurrent calls. Opens when a call gets no response in time; then allows one
// call at a time until one gets a response.
class CircuitBreaker {
 public:
  // A healthy service responds to some calls within this time.
  static constexpr absl::Duration kMaxWait = absl::Milliseconds(50);

  explicit CircuitBreaker(size_t max_in_flight) : max_in_flight_(max_in_flight) {}

  // Waits for a free slot, for at most `at_most`. Returns false if the call must not be made. After true, Leave must
  // follow.
  bool Enter(absl::Duration at_most = kMaxWait) ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends the call; `answered` is false if no response came in time.
  void Leave(bool answered) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const size_t max_in_flight_;
  absl::Mutex mutex_;
  TimedWait left_;
  bool open_ ABSL_GUARDED_BY(mutex_) = false;
  size_t in_flight_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy

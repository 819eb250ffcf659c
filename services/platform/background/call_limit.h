// How long the call that a thread works for may still last: whoever waits or tries again on its behalf stops then.
//
// All functions are about the calling thread.
#pragma once

#include "absl/time/time.h"

namespace academy {

// While it exists, its thread works for a call that may last `left` more. May be nested; then the inner one counts.
class ScopedCallLimit {
 public:
  explicit ScopedCallLimit(absl::Duration left);
  ~ScopedCallLimit();
  ScopedCallLimit(const ScopedCallLimit&) = delete;
  ScopedCallLimit& operator=(const ScopedCallLimit&) = delete;

 private:
  const absl::Duration before_;
};

// Whether the thread works for a call, also for one whose time is over.
bool InCall();

// Zero if the thread works for no call, or the call's time is over; may be infinite.
absl::Duration CallTimeLeft();

}  // namespace academy

// Waits under an absl::Mutex for at most some time, by a clock that nobody can set.
//
// absl's own timed waits end at a time of day: when the system clock is set back by an hour, they last an hour longer,
// and with them all that is done every few seconds.
#pragma once

#include <chrono>
#include <condition_variable>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace academy {

// Thread-safe. Belongs beside the mutex whose waits it serves.
class TimedWait {
 public:
  // To be called after each change that may make a waited-for condition true, with the mutex held.
  void Changed() { changed_.notify_all(); }

  // Waits until `condition()` is true, for at most `at_most`, which may be infinite. Returns whether it is. `condition`
  // runs with the mutex held.
  template <typename Condition>
  bool Await(absl::Mutex& mutex, absl::Duration at_most, Condition condition)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) ABSL_NO_THREAD_SAFETY_ANALYSIS {
    Lockable lockable{mutex};
    if (at_most >= kEndless) {
      changed_.wait(lockable, condition);
      return true;
    }
    return changed_.wait_until(lockable, std::chrono::steady_clock::now() + absl::ToChronoNanoseconds(at_most),
                               condition);
  }

 private:
  // Beyond this a clock's time could overflow.
  static constexpr absl::Duration kEndless = absl::Hours(24 * 365);

  // The names by which the standard library locks.
  struct Lockable {
    absl::Mutex& mutex;
    void lock() ABSL_NO_THREAD_SAFETY_ANALYSIS { mutex.Lock(); }      // NOLINT(readability-identifier-naming)
    void unlock() ABSL_NO_THREAD_SAFETY_ANALYSIS { mutex.Unlock(); }  // NOLINT(readability-identifier-naming)
  };

  std::condition_variable_any changed_;
};

}  // namespace academy

// Work that a thread of its own repeats: at intervals, and soon after it was woken.
//
// Thread-safe.
#pragma once

#include <functional>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace academy {

class PeriodicTask {
 public:
  struct Options {
    // Names the work in the log, where it fails: "feed not pruned". One line for an outage, not one for each try.
    std::string failure;
    // From the end of one run to the beginning of the next; infinite for work that runs only when it is woken.
    absl::Duration interval;
    // Runs at once, instead of an interval after the start.
    bool run_at_start = false;
    // From the end of a run to the beginning of the next at least, however often the task is woken.
    absl::Duration min_pause = absl::ZeroDuration();
    // After a failure the work is tried again after `first_retry`, then after twice as long each time, up to
    // `max_retry`; without a first retry, at the next interval.
    absl::Duration first_retry = absl::InfiniteDuration();
    absl::Duration max_retry = absl::InfiniteDuration();
  };

  // Starts the thread. `work` runs on it, and may call Stopping.
  PeriodicTask(Options options, std::function<absl::Status()> work);
  // Stops.
  ~PeriodicTask();

  PeriodicTask(const PeriodicTask&) = delete;
  PeriodicTask& operator=(const PeriodicTask&) = delete;

  // Runs the work soon, once for any number of calls before it begins.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  // Lets a run that has begun end, then ends the thread. Not to be called from `work`.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether long work should end early.
  bool Stopping() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits for the stop, for `pause` at most; true when it came.
  bool StopsWithin(absl::Duration pause) ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits until the work is due, for `pause` at most; false when the task stops.
  bool AwaitDue(absl::Duration pause) ABSL_LOCKS_EXCLUDED(mutex_);

  const Options options_;
  const std::function<absl::Status()> work_;
  mutable absl::Mutex mutex_;
  bool woken_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy

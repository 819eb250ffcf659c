// Repeats work on its own thread, at intervals and whenever it is woken.
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
#include "services/platform/base/timed_wait.h"

namespace academy {

class PeriodicTask {
 public:
  struct Options {
    // Logged when the work fails, such as "feed not pruned": once per outage, not once per attempt.
    std::string failure;
    // Pause from the end of one run to the start of the next; infinite for work that runs only when woken.
    absl::Duration interval;
    // Whether to run at once instead of one interval after the start.
    bool run_at_start = false;
    // Minimum pause between runs, however often the task is woken.
    absl::Duration min_pause = absl::ZeroDuration();
    // After a failure the work is retried after `first_retry`, then after a pause that doubles up to `max_retry`. With
    // an infinite `first_retry` it is retried at the next interval.
    absl::Duration first_retry = absl::InfiniteDuration();
    absl::Duration max_retry = absl::InfiniteDuration();
  };

  // Starts the thread, on which `work` runs. `work` may call Stopping.
  PeriodicTask(Options options, std::function<absl::Status()> work);
  // Calls Stop.
  ~PeriodicTask();

  PeriodicTask(const PeriodicTask&) = delete;
  PeriodicTask& operator=(const PeriodicTask&) = delete;

  // Runs the work soon. Calls made before that run begins count as one.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits for a run in progress, then joins the thread. Must not be called from `work`.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether the task is stopping, so that long work can return early.
  bool Stopping() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits for Stop, for at most `pause`; true when stopping.
  bool StopsWithin(absl::Duration pause) ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits until the work is due, for at most `pause`; false when stopping.
  bool AwaitDue(absl::Duration pause) ABSL_LOCKS_EXCLUDED(mutex_);

  const Options options_;
  const std::function<absl::Status()> work_;
  mutable absl::Mutex mutex_;
  TimedWait changed_;
  bool woken_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy

// Notices that the threads of an Executor run nothing any more, because they wait for each other.
//
// gRPC's own health answers on other threads, and so would say for ever that the process works.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/background/executor.h"
#include "services/platform/background/periodic_task.h"

namespace academy {

class ExecutorWatch {
 public:
  // How many looks in a row find nothing. Looks are counted, not seconds: whatever stops the process stops the count.
  static constexpr int kLooks = 6;

  // Looks at intervals on its own thread, and ends the process when the executor is stuck, so that it is started again.
  // Jobs that take half a minute look like that too. The executor must outlive the watch. Tests look by themselves.
  explicit ExecutorWatch(Executor& executor, absl::Duration interval = absl::Seconds(5));

  // Whether the executor runs jobs: false once a job that was given to it has not run for kLooks looks.
  bool Look() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  bool Submit(const std::shared_ptr<std::atomic<bool>>& ran);

  Executor& executor_;
  absl::Mutex mutex_;
  // Whether the job that was given last has run; null without one.
  std::shared_ptr<std::atomic<bool>> ran_ ABSL_GUARDED_BY(mutex_);
  int silent_looks_ ABSL_GUARDED_BY(mutex_) = 0;
  // Last, because its thread uses all members above.
  PeriodicTask task_;
};

}  // namespace academy

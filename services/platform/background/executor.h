// A fixed number of threads behind a bounded queue: where work that waits or computes goes, off gRPC's own threads.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy {

class Executor {
 public:
  struct Options {
    size_t threads = 4;
    // Jobs that may wait; more are refused.
    size_t queue = 1024;
  };

  explicit Executor(Options options);
  // Runs what is queued, then ends the threads.
  ~Executor();

  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // False when the queue is full or the executor is ending; then `job` was not and will not be run.
  [[nodiscard]] bool TrySubmit(std::function<void()> job) ABSL_LOCKS_EXCLUDED(mutex_);

  // Jobs waiting now.
  size_t Waiting() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Work() ABSL_LOCKS_EXCLUDED(mutex_);

  const size_t capacity_;
  mutable absl::Mutex mutex_;
  std::deque<std::function<void()>> queue_ ABSL_GUARDED_BY(mutex_);
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace academy

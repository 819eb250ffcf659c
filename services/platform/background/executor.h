// A fixed number of threads with a bounded queue, for work that blocks or computes and must stay off gRPC's threads.
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
    // Maximum number of waiting jobs; further ones are refused.
    size_t queue = 1024;
  };

  explicit Executor(Options options);
  // Runs the queued jobs, then joins the threads.
  ~Executor();

  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Returns false when the queue is full or the executor is being destroyed; `job` is then never run.
  [[nodiscard]] bool TrySubmit(std::function<void()> job) ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the number of waiting jobs.
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

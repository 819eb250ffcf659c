#include "services/platform/background/executor.h"

#include <utility>

namespace academy {

Executor::Executor(Options options) : capacity_(options.queue) {
  for (size_t i = 0; i < options.threads; ++i) threads_.emplace_back([this] { Work(); });
}

Executor::~Executor() {
  {
    absl::MutexLock lock(&mutex_);
    ending_ = true;
  }
  for (std::thread& thread : threads_) thread.join();
}

bool Executor::TrySubmit(std::function<void()> job) {
  absl::MutexLock lock(&mutex_);
  if (ending_ || queue_.size() >= capacity_) return false;
  queue_.push_back(std::move(job));
  return true;
}

size_t Executor::Waiting() const {
  absl::MutexLock lock(&mutex_);
  return queue_.size();
}

void Executor::Work() {
  while (true) {
    std::function<void()> job;
    {
      absl::MutexLock lock(&mutex_);
      mutex_.Await(absl::Condition(
          +[](Executor* self)
               ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mutex_) { return self->ending_ || !self->queue_.empty(); },
          this));
      if (queue_.empty()) return;
      job = std::move(queue_.front());
      queue_.pop_front();
    }
    job();
  }
}

}  // namespace academy

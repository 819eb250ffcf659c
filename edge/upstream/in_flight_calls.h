// Counts calls in flight, so that the objects their callbacks use are not destroyed before they end.
//
// Thread-safe.
#pragma once

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy::edge {

class InFlightCalls {
 public:
  InFlightCalls() = default;
  InFlightCalls(const InFlightCalls&) = delete;
  InFlightCalls& operator=(const InFlightCalls&) = delete;

  // Blocks until every hold is gone. Calls have deadlines, so this ends.
  ~InFlightCalls() {
    absl::MutexLock lock(&mutex_);
    mutex_.Await(absl::Condition(
        +[](int* count) { return *count == 0; }, &count_));
  }

  // Counts one call as long as any copy of it lives: capture it in the answer's callback.
  using Hold = std::shared_ptr<void>;
  Hold Add() ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    ++count_;
    return Hold(this, [](InFlightCalls* self) {
      absl::MutexLock release(&self->mutex_);
      --self->count_;
    });
  }

 private:
  absl::Mutex mutex_;
  int count_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::edge

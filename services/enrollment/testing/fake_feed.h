// A fake of another service's feed.
//
// Thread-safe.
#pragma once

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy::enrollment {

// A feed that a test fills; streams run until Stop.
template <typename Event>
class FakeFeed {
 public:
  // Appends an event at the next position and returns that position.
  int64_t Append(Event event) {
    absl::MutexLock lock(&mutex_);
    event.set_position(static_cast<int64_t>(events_.size()) + 1);
    events_.push_back(event);
    return event.position();
  }

  grpc::Status Serve(int64_t after, grpc::ServerWriter<Event>& writer) {
    {
      absl::MutexLock lock(&mutex_);
      asked_after_.push_back(after);
      if (after < 0) after = static_cast<int64_t>(events_.size());
      Event greeting;
      greeting.set_position(static_cast<int64_t>(events_.size()));
      greeting.set_gap(after >= 0 && after < forgotten_);
      writer.Write(greeting);
      after = std::max(after, forgotten_);
    }
    while (true) {
      std::vector<Event> ready;
      {
        absl::MutexLock lock(&mutex_);
        auto has_more = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
          return stopped_ || after < static_cast<int64_t>(events_.size());
        };
        mutex_.Await(absl::Condition(&has_more));
        if (stopped_) return grpc::Status::OK;
        ready.assign(events_.begin() + after, events_.end());
        after = static_cast<int64_t>(events_.size());
      }
      for (const Event& event : ready) writer.Write(event);
    }
  }

  void Stop() {
    absl::MutexLock lock(&mutex_);
    stopped_ = true;
  }
  // Drops all events so far.
  void Forget() {
    absl::MutexLock lock(&mutex_);
    forgotten_ = static_cast<int64_t>(events_.size());
  }
  void Resume() {
    absl::MutexLock lock(&mutex_);
    stopped_ = false;
  }

  // Waits for `count` readers and returns the position each has asked for, in order.
  std::vector<int64_t> AskedAfter(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto enough = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return asked_after_.size() >= count; };
    mutex_.Await(absl::Condition(&enough));
    return asked_after_;
  }

 private:
  absl::Mutex mutex_;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<Event> events_ ABSL_GUARDED_BY(mutex_);
  int64_t forgotten_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<int64_t> asked_after_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::enrollment

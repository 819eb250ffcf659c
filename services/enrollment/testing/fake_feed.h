// A fake of another service's feed.
//
// Thread-safe.
#pragma once

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/feed/change_feed.h"

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

  grpc::Status Serve(const FeedPlace& place, grpc::ServerWriter<Event>& writer) {
    int64_t after = place.position();
    int begun = 0;
    {
      absl::MutexLock lock(&mutex_);
      begun = restored_;
      asked_after_.push_back(after);
      if (after < 0) after = static_cast<int64_t>(events_.size());
      Event greeting;
      FeedStart& start = *greeting.mutable_start();
      start.mutable_head()->set_position(static_cast<int64_t>(events_.size()));
      start.mutable_head()->set_database_id(database_id_);
      start.set_restored(!place.database_id().empty() && place.database_id() != database_id_);
      start.set_gap(!start.restored() && after < forgotten_);
      writer.Write(greeting);
      after = start.restored() ? start.head().position() : std::max(after, forgotten_);
    }
    while (true) {
      std::vector<Event> ready;
      {
        absl::MutexLock lock(&mutex_);
        auto has_more = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
          return stopped_ || restored_ != begun || after < static_cast<int64_t>(events_.size());
        };
        mutex_.Await(absl::Condition(&has_more));
        if (stopped_ || restored_ != begun) return grpc::Status::OK;
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
  // Drops all events so far but the newest, as a sweeper does.
  void Forget() {
    absl::MutexLock lock(&mutex_);
    forgotten_ = static_cast<int64_t>(events_.size()) - 1;
  }
  void Resume() {
    absl::MutexLock lock(&mutex_);
    stopped_ = false;
  }

  // Ends the streams and goes on as the feed of another database.
  void Restore(const std::string& database_id) {
    absl::MutexLock lock(&mutex_);
    database_id_ = database_id;
    ++restored_;
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
  std::string database_id_ ABSL_GUARDED_BY(mutex_) = "first";
  int restored_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<Event> events_ ABSL_GUARDED_BY(mutex_);
  int64_t forgotten_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<int64_t> asked_after_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::enrollment

// Follows a service's change feed for a cache: tells the cache what to drop and whether its entries may be used.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/sync_stream.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/feed/feed_follower.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// Event is the feed's message type, as in FeedFollower. Thread-safe. Call the public methods with the cache's mutex
// held, so that what they return agrees with the cache's entries.
template <typename Event>
class FeedCache {
 public:
  struct Callbacks {
    // Opens the service's `Watch` stream after a feed position.
    std::function<std::unique_ptr<grpc::ClientReader<Event>>(grpc::ClientContext&, int64_t after)> open;
    // Drops what an event makes stale; called with the mutex held.
    std::function<void(const Event&)> drop;
    // Drops everything; called with the mutex held.
    std::function<void()> drop_all;
    // Called after the position or the stream has changed, without the mutex. May be empty.
    std::function<void()> moved;
  };

  // `mutex` is the cache's and must outlive this. The constructor starts following: declare this as the cache's last
  // member, so that it stops first.
  FeedCache(absl::Mutex& mutex, std::string source, const CallIdentity& identity, Callbacks callbacks)
      : mutex_(mutex),
        callbacks_(std::move(callbacks)),
        follower_(std::move(source), identity,
                  {.open = callbacks_.open,
                   .position = [this] { return After(); },
                   .handle =
                       [this](const Event& event) {
                         OnEvent(event);
                         return absl::OkStatus();
                       },
                   .live = [this](bool live, int64_t head) { OnStream(live, head); },
                   .gap =
                       [this](int64_t) {
                         OnGap();
                         return absl::OkStatus();
                       }}) {}

  // Whether cached entries may be used: the stream is open, and every event that existed when it opened has been read.
  bool caught_up() const {
    mutex_.AssertReaderHeld();
    return connected_ && position_ >= target_;
  }
  // The position up to which the feed has been read.
  int64_t position() const {
    mutex_.AssertReaderHeld();
    return position_;
  }
  // Grows with each event and each change of the stream. An answer requested at an older generation must not be cached.
  int64_t generation() const {
    mutex_.AssertReaderHeld();
    return generation_;
  }

 private:
  absl::StatusOr<int64_t> After() const ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    return position_;
  }

  void OnEvent(const Event& event) ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      ++generation_;
      callbacks_.drop(event);
      if (position_ >= 0) position_ = event.position();
    }
    if (callbacks_.moved) callbacks_.moved();
  }

  void OnStream(bool live, int64_t head) ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      ++generation_;
      connected_ = live;
      if (live) Open(head);
    }
    if (callbacks_.moved) callbacks_.moved();
  }

  void Open(int64_t head) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (position_ < 0) {
      position_ = target_ = head;
      return callbacks_.drop_all();
    }
    if (head >= position_) {
      target_ = head;
      return;
    }
    // The feed's head is behind the position already read: its database was restored. This stream would skip events, so
    // no entry is used until the next stream opens.
    position_ = -1;
    connected_ = false;
    callbacks_.drop_all();
  }

  // Events are missing from the feed: the next stream starts from the feed's current end, as the first one did.
  void OnGap() ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    position_ = -1;
  }

  absl::Mutex& mutex_;
  const Callbacks callbacks_;
  // -1 before the first stream opens: follow from the feed's current end.
  int64_t position_ ABSL_GUARDED_BY(mutex_) = -1;
  int64_t target_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t generation_ ABSL_GUARDED_BY(mutex_) = 0;
  bool connected_ ABSL_GUARDED_BY(mutex_) = false;
  // Declared last, so that it stops first.
  FeedFollower<Event> follower_;
};

}  // namespace academy::edge

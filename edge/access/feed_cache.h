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

// Who else hears what the feed says that a cache follows, so that nobody follows it a second time. Called on the feed's
// thread, without the cache's mutex; must not block. Each may be empty.
template <typename Event>
struct FeedListener {
  // Called with each event, after the cache has dropped what it makes stale.
  std::function<void(const Event&)> event;
  // Called when the stream goes live. Events of before may be missing.
  std::function<void()> live;
};

// Event is the feed's message type, as in FeedFollower. Thread-safe. Call the public methods with the cache's mutex
// held, so that what they return agrees with the cache's entries.
template <typename Event>
class FeedCache {
 public:
  struct Callbacks {
    // Opens the service's `Watch` stream after a feed position.
    typename FeedFollower<Event>::Open open;
    // Drops what an event makes stale; called with the mutex held.
    std::function<void(const Event&)> drop;
    // Drops everything; called with the mutex held.
    std::function<void()> drop_all;
    // Called after the position or the stream has changed, without the mutex. May be empty.
    std::function<void()> moved;
    FeedListener<Event> also = {};
  };

  // `mutex` is the cache's and must outlive this. The constructor starts following: declare this as the cache's last
  // member, so that it stops first.
  FeedCache(absl::Mutex& mutex, std::string source, const CallIdentity& identity, Callbacks callbacks)
      : mutex_(mutex),
        callbacks_(std::move(callbacks)),
        follower_(std::move(source), identity,
                  {.open = callbacks_.open,
                   .place = [this] { return After(); },
                   .handle =
                       [this](const Event& event, const FeedPlace& place) {
                         OnEvent(event, place);
                         return absl::OkStatus();
                       },
                   .live = [this](bool live, const FeedPlace& head) { OnStream(live, head); },
                   .gap =
                       [this](const FeedStart&) {
                         OnGap();
                         return absl::OkStatus();
                       }}) {}

  // Whether cached entries may be used: the stream is open, and every event that existed when it opened has been read.
  bool caught_up() const {
    mutex_.AssertReaderHeld();
    return connected_ && place_.position() >= target_;
  }
  // The position up to which the feed has been read.
  int64_t position() const {
    mutex_.AssertReaderHeld();
    return place_.position();
  }
  // Grows with each event and each change of the stream. An answer requested at an older generation must not be cached.
  int64_t generation() const {
    mutex_.AssertReaderHeld();
    return generation_;
  }

 private:
  absl::StatusOr<FeedPlace> After() const ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    return place_;
  }

  void OnEvent(const Event& event, const FeedPlace& place) ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      ++generation_;
      callbacks_.drop(event);
      place_ = place;
    }
    if (callbacks_.moved) callbacks_.moved();
    if (callbacks_.also.event) callbacks_.also.event(event);
  }

  void OnStream(bool live, const FeedPlace& head) ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      ++generation_;
      connected_ = live;
      // The stream has checked that the place is one of this feed, so the head is not behind it.
      if (live) target_ = head.position();
      if (live && place_.position() < 0) {
        place_ = head;
        callbacks_.drop_all();
      }
    }
    if (callbacks_.moved) callbacks_.moved();
    if (live && callbacks_.also.live) callbacks_.also.live();
  }

  // Events are missing from the feed: everything is dropped when the stream goes live, as at the first one.
  void OnGap() ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    place_ = AtPosition(-1);
  }

  absl::Mutex& mutex_;
  const Callbacks callbacks_;
  // Position -1 before the first stream opens: follow from the feed's current end.
  FeedPlace place_ ABSL_GUARDED_BY(mutex_) = AtPosition(-1);
  int64_t target_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t generation_ ABSL_GUARDED_BY(mutex_) = 0;
  bool connected_ ABSL_GUARDED_BY(mutex_) = false;
  // Declared last, so that it stops first.
  FeedFollower<Event> follower_;
};

}  // namespace academy::edge

// Follows another service's change feed for the lifetime of the process, reconnecting as needed.
#pragma once

#include <grpcpp/client_context.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/base/timed_wait.h"
#include "services/platform/feed/blocking_reader.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy {

// Calls `Watch` of `stub`, of which `reader` then reads the events after a place.
template <typename Request, typename Stub, typename Event>
void OpenWatch(Stub& stub, grpc::ClientContext& context, const FeedPlace& after, BlockingReader<Event>& reader) {
  Request request;
  *request.mutable_after() = after;
  stub.async()->Watch(&context, &request, &reader);
  // Serializes the request.
  reader.Begin();
}

// `Event` is the feed's message, with `position`, `event_id`, `start` and `heartbeat` beside a oneof `event`. A stream
// that is silent for three heartbeats is lost: whoever remembers what it said asks again instead. Thread-safe; the
// callbacks run on the follower's thread. The destructor cancels the stream and joins the thread.
template <typename Event>
class FeedFollower {
 public:
  using Open = std::function<void(grpc::ClientContext&, const FeedPlace& after, BlockingReader<Event>& reader)>;
  struct Callbacks {
    // Opens `Watch` after a place: see OpenWatch.
    Open open;
    // Returns the place to start after; position -1 for the feed's current end. Called at each connection.
    std::function<absl::StatusOr<FeedPlace>()> place;
    // Handles an event and stores its place together with its effect. After an error the follower reconnects and
    // delivers the event again.
    std::function<absl::Status(const Event&, const FeedPlace& place)> handle;
    // Called when the stream goes live, with the feed's end, and when it is lost. May be empty.
    std::function<void(bool live, const FeedPlace& head)> live;
    // Called before the stream goes live if events after the place are missing (see FeedStart). Must drop the
    // reader's state, or see to it that it is compared with the whole current state; later events follow. After an
    // error the follower reconnects and calls it again. May be empty if the reader keeps no state.
    std::function<absl::Status(const FeedStart& start)> gap;
  };

  FeedFollower(std::string source, CallIdentity identity, Callbacks callbacks)
      : source_(std::move(source)), identity_(std::move(identity)), callbacks_(std::move(callbacks)) {
    thread_ = std::thread([this] { Run(); });
  }

  ~FeedFollower() {
    {
      absl::MutexLock lock(&mutex_);
      stopping_ = true;
      ended_.Changed();
      if (context_ != nullptr) context_->TryCancel();
    }
    thread_.join();
  }

  // For how long the feed has not been followed; zero while it is.
  absl::Duration LostFor() const {
    int64_t since = lost_since_;
    return since == 0 ? absl::ZeroDuration() : absl::Nanoseconds(SteadyNanos() - since);
  }

  FeedFollower(const FeedFollower&) = delete;
  FeedFollower& operator=(const FeedFollower&) = delete;

 private:
  static int64_t SteadyNanos() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

  void Run() {
    absl::Duration pause = kFirstPause;
    while (true) {
      if (Follow()) pause = kFirstPause;
      absl::MutexLock lock(&mutex_);
      ended_.Await(mutex_, pause, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_; });
      if (stopping_) return;
      pause = std::min(pause * 2, kMaxPause);
    }
  }

  // Follows over one connection until it ends; true if it was live.
  bool Follow() {
    absl::StatusOr<FeedPlace> after = callbacks_.place();
    if (!after.ok()) {
      LogWarning("feed position unreadable", {{"source", source_}, {"error", MessageOf(after.status())}});
      return false;
    }
    grpc::ClientContext context;
    PrepareStreamContext(context, identity_);
    {
      absl::MutexLock lock(&mutex_);
      if (stopping_) return false;
      context_ = &context;
    }
    BlockingReader<Event> reader;
    callbacks_.open(context, *after, reader);
    Event event;
    FeedPlace place;
    bool live = false;
    absl::Status failure;
    absl::Duration patience = kGreetingPatience;
    while (failure.ok() && reader.Read(event, patience)) {
      // Any other response is an event, even one of a kind that this version does not know.
      if (event.has_start()) {
        place = event.start().head();
        patience = PatienceFor(event.start());
        if (event.start().gap() || event.start().restored()) failure = OnGap(event.start());
        live = failure.ok();
        if (live) lost_since_ = 0;
        if (live && callbacks_.live) callbacks_.live(true, place);
      } else if (!event.has_heartbeat()) {
        // The database is the one that the greeting named.
        place.set_position(event.position());
        place.set_event_id(event.event_id());
        failure = callbacks_.handle(event, place);
      }
    }
    if (live) lost_since_ = SteadyNanos();
    if (live && callbacks_.live) callbacks_.live(false, FeedPlace());
    if (!failure.ok()) {
      LogWarning("feed event not handled", {{"source", source_}, {"error", MessageOf(failure)}});
      context.TryCancel();
      while (reader.Read(event)) {
      }
    }
    if (reader.silent()) {
      LogWarning("feed silent, following again", {{"source", source_}});
      context.TryCancel();
    }
    grpc::Status status = reader.Finish();
    absl::MutexLock lock(&mutex_);
    context_ = nullptr;
    // Log once per outage, not once per attempt.
    if (!stopping_ && !status.ok() && failure.ok() && live && !reader.silent()) {
      LogInfo("feed lost, following again", {{"source", source_}, {"error", status.error_message()}});
    }
    return live && failure.ok();
  }

  absl::Status OnGap(const FeedStart& start) {
    LogWarning(start.restored() ? "feed's database was restored or replaced" : "feed has a gap",
               {{"source", source_}, {"head", start.head().position()}});
    return callbacks_.gap ? callbacks_.gap(start) : absl::OkStatus();
  }

  static absl::Duration PatienceFor(const FeedStart& start) {
    return start.heartbeat_ms() > 0 ? 3 * absl::Milliseconds(start.heartbeat_ms()) : absl::InfiniteDuration();
  }

  // For the greeting: nothing is trusted before it.
  static constexpr absl::Duration kGreetingPatience = absl::Seconds(10);
  static constexpr absl::Duration kFirstPause = absl::Milliseconds(50);
  static constexpr absl::Duration kMaxPause = absl::Seconds(1);

  const std::string source_;
  const CallIdentity identity_;
  const Callbacks callbacks_;
  // On the steady clock, which never is at 0; 0 while the feed is followed.
  std::atomic<int64_t> lost_since_ = SteadyNanos();
  absl::Mutex mutex_;
  TimedWait ended_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::ClientContext* context_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::thread thread_;
};

}  // namespace academy

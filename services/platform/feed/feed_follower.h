// Follows another service's change feed for the lifetime of the process, reconnecting as needed.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/sync_stream.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy {

// `Event` is the feed's message, with `position` and `gap` beside a oneof `event`. Thread-safe; the callbacks run on
// the follower's thread. The destructor cancels the stream and joins the thread.
template <typename Event>
class FeedFollower {
 public:
  struct Callbacks {
    // Opens `Watch` after a position.
    std::function<std::unique_ptr<grpc::ClientReader<Event>>(grpc::ClientContext&, int64_t after)> open;
    // Returns the position to start after; -1 for the feed's current end. Called at each connection.
    std::function<absl::StatusOr<int64_t>()> position;
    // Handles an event and stores its position together with its effect. After an error the follower reconnects and
    // delivers the event again.
    std::function<absl::Status(const Event&)> handle;
    // Called when the stream goes live, with the feed's position, and when it is lost. May be empty.
    std::function<void(bool live, int64_t position)> live;
    // Called before the stream goes live if events after the position are missing: they were pruned, or the feed's
    // database was restored. Must rebuild the reader's state from the whole current state, or drop it; the remaining
    // events follow. After an error the follower reconnects and calls it again. May be empty if the reader keeps no
    // state.
    std::function<absl::Status(int64_t head)> gap;
  };

  FeedFollower(std::string source, CallIdentity identity, Callbacks callbacks)
      : source_(std::move(source)), identity_(std::move(identity)), callbacks_(std::move(callbacks)) {
    thread_ = std::thread([this] { Run(); });
  }

  ~FeedFollower() {
    {
      absl::MutexLock lock(&mutex_);
      stopping_ = true;
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
      mutex_.AwaitWithTimeout(absl::Condition(&stopping_), pause);
      if (stopping_) return;
      pause = std::min(pause * 2, kMaxPause);
    }
  }

  // Follows over one connection until it ends; true if it was live.
  bool Follow() {
    absl::StatusOr<int64_t> after = callbacks_.position();
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
    std::unique_ptr<grpc::ClientReader<Event>> reader = callbacks_.open(context, *after);
    Event event;
    bool live = false;
    absl::Status failure;
    while (failure.ok() && reader->Read(&event)) {
      if (event.event_case() == 0) {
        if (event.gap()) failure = OnGap(event.position());
        live = failure.ok();
        if (live) lost_since_ = 0;
        if (live && callbacks_.live) callbacks_.live(true, event.position());
      } else {
        failure = callbacks_.handle(event);
      }
    }
    if (live) lost_since_ = SteadyNanos();
    if (live && callbacks_.live) callbacks_.live(false, -1);
    if (!failure.ok()) {
      LogWarning("feed event not handled", {{"source", source_}, {"error", MessageOf(failure)}});
      context.TryCancel();
      while (reader->Read(&event)) {
      }
    }
    grpc::Status status = reader->Finish();
    absl::MutexLock lock(&mutex_);
    context_ = nullptr;
    // Log once per outage, not once per attempt.
    if (!stopping_ && !status.ok() && failure.ok() && live) {
      LogInfo("feed lost, following again", {{"source", source_}, {"error", status.error_message()}});
    }
    return live && failure.ok();
  }

  absl::Status OnGap(int64_t head) {
    LogWarning("feed has a gap", {{"source", source_}, {"head", head}});
    return callbacks_.gap ? callbacks_.gap(head) : absl::OkStatus();
  }

  static constexpr absl::Duration kFirstPause = absl::Milliseconds(50);
  static constexpr absl::Duration kMaxPause = absl::Seconds(1);

  const std::string source_;
  const CallIdentity identity_;
  const Callbacks callbacks_;
  // On the steady clock, which never is at 0; 0 while the feed is followed.
  std::atomic<int64_t> lost_since_ = SteadyNanos();
  absl::Mutex mutex_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::ClientContext* context_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::thread thread_;
};

}  // namespace academy

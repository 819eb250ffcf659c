// Follows another service's change feed for the whole life of the process, over any number of reconnections.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/sync_stream.h>

#include <atomic>
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

// Event is the feed's message: `position` and `gap` beside a oneof `event`. Thread-safe; the callbacks run on the
// follower's thread.
template <typename Event>
class FeedFollower {
 public:
  struct Callbacks {
    // Opens `Watch` after a position.
    std::function<std::unique_ptr<grpc::ClientReader<Event>>(grpc::ClientContext&, int64_t after)> open;
    // The position to start after; -1 for the feed's present end. Asked at each connection.
    std::function<absl::StatusOr<int64_t>()> position;
    // Handles an event and stores its position with its effect; an error makes the follower come back to it later.
    std::function<absl::Status(const Event&)> handle;
    // Told when the stream goes live (with the feed's position) and when it is lost. May be empty.
    std::function<void(bool live, int64_t position)> live;
    // Told, before the stream goes live, that events after the position are missing: they are older than what a feed
    // keeps, or the feed's database was restored. What the reader keeps has to be made of the whole state, as it is
    // from now on, or forgotten; the events that are left follow. An error makes the follower come back to it later.
    // May be empty where nothing is kept.
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

  FeedFollower(const FeedFollower&) = delete;
  FeedFollower& operator=(const FeedFollower&) = delete;

 private:
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

  // One connection's life; true when it was live.
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
        if (live && callbacks_.live) callbacks_.live(true, event.position());
      } else {
        failure = callbacks_.handle(event);
      }
    }
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
    // Once an outage, not once an attempt.
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
  absl::Mutex mutex_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::ClientContext* context_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::thread thread_;
};

}  // namespace academy

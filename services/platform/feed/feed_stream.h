// Serves a change feed as a `Watch` stream.
#pragma once

#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/timed_wait.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/rpc/handler.h"

namespace academy {

// Sends one feed to any number of open streams from its own thread. Thread-safe.
//
// A stream accepts an entry whenever it is not busy; FeedStream below is the gRPC implementation.
class FeedPump {
 public:
  class Stream {
   public:
    virtual ~Stream() = default;
    // Greet, Send and Beat start sending; the stream is busy until it calls FeedPump::Wake. The greeting comes first.
    virtual void Greet(const FeedStart& start) = 0;
    virtual void Send(const FeedEntry& entry) = 0;
    // Says that there is nothing after `place`.
    virtual void Beat(const FeedPlace& place) = 0;
    virtual bool Busy() const = 0;
    // Ends the stream from the server's side.
    virtual void End(const absl::Status& status) = 0;
  };

  static constexpr absl::Duration kHeartbeat = absl::Seconds(1);

  // A stream that has nothing to say for `heartbeat` says so.
  explicit FeedPump(ChangeFeed& feed, absl::Duration heartbeat = kHeartbeat);
  ~FeedPump();

  // `stream` must stay alive until Remove has returned.
  void Add(Stream* stream, const FeedPlace& after) ABSL_LOCKS_EXCLUDED(mutex_);
  void Remove(Stream* stream) ABSL_LOCKS_EXCLUDED(mutex_);
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends every stream, for a graceful stop.
  void EndAll() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Reader {
    Stream* stream;
    FeedPlace after;
    // That of the last entry that was sent, in the database of the greeting.
    FeedPlace place;
    // When something was sent last, by SteadyNow().
    absl::Duration spoke;
    bool greeted = false;
    std::deque<FeedEntry> pending;
  };
  void Run();
  void Advance(Reader& reader) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Greet(Reader& reader) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Beat(Reader& reader) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Until something may have to be done although nothing happened.
  absl::Duration Pause() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  ChangeFeed& feed_;
  const absl::Duration heartbeat_;
  int listener_;
  absl::Mutex mutex_;
  TimedWait changed_;
  bool dirty_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<Reader> readers_ ABSL_GUARDED_BY(mutex_);
  std::thread thread_;
};

// The gRPC stream of `Event`, a message with `position`, `event_id`, `start` and `heartbeat` beside its oneof. Deletes
// itself when done.
//
// The pump may start a write while gRPC reports a cancellation. Both would then send the headers, which aborts the
// process, or the write would outlive the call. Hence both the check and the start happen under one lock.
template <typename Event>
class FeedStream final : public grpc::ServerWriteReactor<Event>, public FeedPump::Stream {
 public:
  FeedStream(FeedPump& pump, const FeedPlace& after) : pump_(pump) { pump_.Add(this, after); }

  void Greet(const FeedStart& start) override {
    event_.Clear();
    *event_.mutable_start() = start;
    Write();
  }
  void Send(const FeedEntry& entry) override {
    // Skipping it would leave every reader with a wrong state that nobody knows of.
    if (!event_.ParseFromString(entry.payload)) return End(absl::DataLossError("a feed entry cannot be read"));
    event_.set_position(entry.position);
    event_.set_event_id(entry.event_id);
    Write();
  }
  void Beat(const FeedPlace& place) override {
    event_.Clear();
    event_.mutable_heartbeat();
    event_.set_position(place.position());
    event_.set_event_id(place.event_id());
    Write();
  }
  bool Busy() const override ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    return busy_ || ended_;
  }
  void End(const absl::Status& status) override ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    if (std::exchange(ended_, true)) return;
    this->Finish(grpc::Status(static_cast<grpc::StatusCode>(status.code()), std::string(status.message())));
  }

  void OnWriteDone(bool ok) override ABSL_LOCKS_EXCLUDED(mutex_) {
    if (!ok) return End(absl::CancelledError("the reader disconnected"));
    {
      absl::MutexLock lock(&mutex_);
      busy_ = false;
    }
    pump_.Wake();
  }
  void OnCancel() override { End(absl::CancelledError("cancelled")); }
  void OnDone() override {
    pump_.Remove(this);
    delete this;
  }

 private:
  void Write() ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    if (ended_) return;
    busy_ = true;
    this->StartWrite(&event_);
  }

  FeedPump& pump_;
  mutable absl::Mutex mutex_;
  bool busy_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  // Owned by the pump while not busy, by gRPC while busy.
  Event event_;
};

// Returns the reactor for a `Watch` call: a FeedStream for a service that may call `method`; for anybody else one that
// ends at once with UNAUTHENTICATED or PERMISSION_DENIED.
template <typename Event>
grpc::ServerWriteReactor<Event>* ServeFeed(const RpcHandler& rpc, FeedPump& pump,
                                           const grpc::CallbackServerContext& context, const RpcMethod& method,
                                           const FeedPlace& after) {
  class Refusal final : public grpc::ServerWriteReactor<Event> {
   public:
    explicit Refusal(const absl::Status& status) { this->Finish(ToGrpc(status)); }
    void OnDone() override { delete this; }
  };
  absl::StatusOr<Caller> caller = rpc.CallerOf(context, method);
  if (!caller.ok()) return new Refusal(caller.status());
  return new FeedStream<Event>(pump, after);
}

}  // namespace academy

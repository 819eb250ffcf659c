#include "edge/live/presence_link.h"

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/presence/v1/presence.grpc.pb.h"
#include "services/platform/base/log.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/base/timed_wait.h"
#include "services/platform/crypto/random.h"
#include "services/platform/rpc/channel.h"

namespace academy::live {
namespace {

using presence::v1::AttachRequest;
using presence::v1::AttachResponse;

constexpr absl::Duration kFirstPause = absl::Milliseconds(50);
// A presence that has started waits a little longer for its edges.
constexpr absl::Duration kMaxPause = absl::Milliseconds(500);
// More changes than this queue up only when presence hangs; the snapshot of a new stream is then shorter.
constexpr size_t kMaxWaiting = 100'000;

void Fill(const LiveConnection& from, presence::v1::Connection& to) {
  to.set_connection_id(from.id);
  to.set_manager(from.identity.kind == UserKind::kManager);
  to.set_person_id(from.identity.person_id);
  to.set_session_id(from.identity.session_id);
  to.set_feed_position(from.identity.feed_position);
}

// Chooses whose word on who is online is passed on: that of one presence, until its stream ends or it is silent while
// another one speaks. They agree but for what is under way, and one that has just started says nothing yet.
// Thread-safe.
class OnlineSource {
 public:
  // `sink` must outlive this.
  OnlineSource(PresenceSink& sink, size_t presences, absl::Duration silence)
      : sink_(sink), silence_(silence), presences_(presences) {}

  // Something has come from a presence; with who is online there, or not.
  void Heard(size_t from, std::optional<OnlineLearners> online) {
    absl::MutexLock lock(&mutex_);
    Presence& presence = presences_[from];
    presence.heard = SteadyNow();
    if (online.has_value()) presence.online = std::move(online);
    if (!presence.online.has_value()) return;
    const bool silent = chosen_ != kNone && chosen_ != from && SteadyNow() - presences_[chosen_].heard > silence_;
    if (chosen_ == kNone || silent) return Choose(from);
    if (chosen_ == from && online.has_value()) sink_.SetOnlineLearners(*presence.online);
  }

  void Lost(size_t from) {
    absl::MutexLock lock(&mutex_);
    presences_[from] = {};
    if (chosen_ != from) return;
    chosen_ = kNone;
    // The one that spoke last. If there is none, managers keep what they have.
    size_t best = kNone;
    for (size_t i = 0; i < presences_.size(); ++i) {
      if (!presences_[i].online.has_value()) continue;
      if (best == kNone || presences_[i].heard > presences_[best].heard) best = i;
    }
    if (best != kNone) Choose(best);
  }

 private:
  static constexpr size_t kNone = ~size_t{0};

  struct Presence {
    absl::Duration heard = -absl::InfiniteDuration();
    // What it said last; nullopt until it says something.
    std::optional<OnlineLearners> online;
  };

  void Choose(size_t presence) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    chosen_ = presence;
    sink_.SetOnlineLearners(*presences_[presence].online);
  }

  PresenceSink& sink_;
  const absl::Duration silence_;
  absl::Mutex mutex_;
  std::vector<Presence> presences_ ABSL_GUARDED_BY(mutex_);
  size_t chosen_ ABSL_GUARDED_BY(mutex_) = kNone;
};

OnlineLearners FromProto(AttachResponse::OnlineLearners& online) {
  OnlineLearners learners;
  auto& ids = *online.mutable_learner_ids();
  learners.ids.assign(std::make_move_iterator(ids.begin()), std::make_move_iterator(ids.end()));
  learners.total = std::max(learners.ids.size(), static_cast<size_t>(std::max<int64_t>(0, online.total())));
  return learners;
}

// One Attach call. Keeps itself alive until OnDone. Thread-safe. `sink` and `source` must outlive the call.
class Stream final : public grpc::ClientBidiReactor<AttachRequest, AttachResponse>,
                     public std::enable_shared_from_this<Stream> {
 public:
  // `presence` is its number for the source.
  Stream(PresenceSink& sink, OnlineSource& source, size_t presence)
      : sink_(sink), source_(source), presence_(presence) {}

  // One read is always pending, which keeps the call alive for writes from other threads.
  void Begin(presence::v1::Presence::Stub& stub, const CallIdentity& identity) {
    self_ = shared_from_this();
    PrepareStreamContext(context_, identity);
    stub.async()->Attach(&context_, this);
    StartRead(&response_);
    StartCall();
  }

  void Queue(AttachRequest request) {
    absl::MutexLock lock(&mutex_);
    if (ended_) return;
    waiting_.push_back(std::move(request));
    if (waiting_.size() > kMaxWaiting) context_.TryCancel();
    if (waiting_.size() == 1) StartWrite(&waiting_.front());
  }

  void Cancel() { context_.TryCancel(); }
  bool Attached() const {
    absl::MutexLock lock(&mutex_);
    return attached_ && !ended_;
  }
  // Blocks until the call has ended; true if presence had answered.
  bool AwaitDone() const {
    absl::MutexLock lock(&mutex_);
    mutex_.Await(absl::Condition(&done_));
    return attached_;
  }

  void OnWriteDone(bool ok) override {
    absl::MutexLock lock(&mutex_);
    if (!ok) ended_ = true;
    waiting_.pop_front();
    if (!ended_ && !waiting_.empty()) StartWrite(&waiting_.front());
  }

  void OnReadDone(bool ok) override {
    {
      absl::MutexLock lock(&mutex_);
      if (!ok) ended_ = true;
      if (ok && !attached_) {
        attached_ = true;
        LogInfo("attached to presence", {{"presence", context_.peer()}});
      }
    }
    if (!ok) return;
    std::optional<OnlineLearners> online;
    if (response_.has_online()) online = FromProto(*response_.mutable_online());
    source_.Heard(presence_, std::move(online));
    if (response_.has_push()) {
      const AttachResponse::Push& push = response_.push();
      sink_.PushAndClose({.connection_id = push.connection_id(),
                          .event = push.event(),
                          .reason = push.reason(),
                          .feed_position = push.feed_position()});
    }
    StartRead(&response_);
  }

  void OnDone(const grpc::Status& status) override {
    std::shared_ptr<Stream> self = std::move(self_);
    source_.Lost(presence_);
    absl::MutexLock lock(&mutex_);
    if (attached_) LogInfo("detached from presence", {{"error", status.error_message()}});
    ended_ = true;
    done_ = true;
  }

 private:
  PresenceSink& sink_;
  OnlineSource& source_;
  const size_t presence_;
  std::shared_ptr<Stream> self_;
  grpc::ClientContext context_;
  AttachResponse response_;
  mutable absl::Mutex mutex_;
  std::deque<AttachRequest> waiting_ ABSL_GUARDED_BY(mutex_);
  bool attached_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  bool done_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace

class PresenceLink::Impl {
 public:
  Impl(std::vector<std::shared_ptr<grpc::Channel>> channels, absl::Duration silence)
      : identity_{.caller = {.kind = CallerKind::kService, .id = "edge"}}, edge_id_(NewToken(128)), silence_(silence) {
    for (std::shared_ptr<grpc::Channel>& channel : channels) {
      peers_.emplace_back().stub = presence::v1::Presence::NewStub(std::move(channel));
    }
  }

  void Start(PresenceSink& sink) {
    source_.emplace(sink, peers_.size(), silence_);
    for (size_t i = 0; i < peers_.size(); ++i) {
      threads_.emplace_back([this, &sink, i] { Run(sink, i); });
    }
  }

  void Stop() {
    {
      absl::MutexLock lock(&mutex_);
      stopping_ = true;
      ended_.Changed();
      for (const Peer& peer : peers_) {
        if (peer.stream != nullptr) peer.stream->Cancel();
      }
    }
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  size_t Attached() const {
    absl::MutexLock lock(&mutex_);
    return static_cast<size_t>(std::count_if(peers_.begin(), peers_.end(), [](const Peer& peer) {
      return peer.stream != nullptr && peer.stream->Attached();
    }));
  }

  void Opened(const LiveConnection& connection) {
    absl::MutexLock lock(&mutex_);
    connections_[connection.id] = connection;
    AttachRequest request;
    Fill(connection, *request.mutable_opened());
    Queue(request);
  }

  void Closed(const std::string& connection_id) {
    absl::MutexLock lock(&mutex_);
    connections_.erase(connection_id);
    AttachRequest request;
    request.mutable_closed()->set_connection_id(connection_id);
    Queue(request);
  }

 private:
  // One presence.
  struct Peer {
    std::unique_ptr<presence::v1::Presence::Stub> stub;
    // Null between two streams.
    std::shared_ptr<Stream> stream;
  };

  void Queue(const AttachRequest& request) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    for (const Peer& peer : peers_) {
      if (peer.stream != nullptr) peer.stream->Queue(request);
    }
  }

  void Run(PresenceSink& sink, size_t number) {
    absl::Duration pause = kFirstPause;
    while (true) {
      if (Attach(sink, number)) pause = kFirstPause;
      absl::MutexLock lock(&mutex_);
      ended_.Await(mutex_, pause, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_; });
      if (stopping_) return;
      pause = std::min(pause * 2, kMaxPause);
    }
  }

  // Runs one stream until it ends; true if presence answered on it.
  bool Attach(PresenceSink& sink, size_t number) {
    auto stream = std::make_shared<Stream>(sink, *source_, number);
    {
      absl::MutexLock lock(&mutex_);
      if (stopping_) return false;
      Peer& peer = peers_[number];
      stream->Begin(*peer.stub, identity_);
      // Under one lock, so that no change is lost between the snapshot and the stream.
      AttachRequest hello;
      hello.mutable_hello()->set_edge_id(edge_id_);
      stream->Queue(std::move(hello));
      AttachRequest snapshot;
      snapshot.mutable_snapshot();
      for (const auto& [id, connection] : connections_) {
        Fill(connection, *snapshot.mutable_snapshot()->add_connections());
      }
      stream->Queue(std::move(snapshot));
      peer.stream = stream;
    }
    bool attached = stream->AwaitDone();
    absl::MutexLock lock(&mutex_);
    peers_[number].stream = nullptr;
    return attached;
  }

  const CallIdentity identity_;
  const std::string edge_id_;
  const absl::Duration silence_;
  mutable absl::Mutex mutex_;
  TimedWait ended_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<Peer> peers_;
  std::unordered_map<std::string, LiveConnection> connections_ ABSL_GUARDED_BY(mutex_);
  std::optional<OnlineSource> source_;
  std::vector<std::thread> threads_;
};

PresenceLink::PresenceLink(std::vector<std::shared_ptr<grpc::Channel>> channels, absl::Duration silence)
    : impl_(std::make_unique<Impl>(std::move(channels), silence)) {}
PresenceLink::~PresenceLink() { Stop(); }
void PresenceLink::Start(PresenceSink& sink) { impl_->Start(sink); }
void PresenceLink::Stop() { impl_->Stop(); }
size_t PresenceLink::Attached() const { return impl_->Attached(); }
void PresenceLink::Opened(const LiveConnection& connection) { impl_->Opened(connection); }
void PresenceLink::Closed(const std::string& connection_id) { impl_->Closed(connection_id); }

}  // namespace academy::live

#include "edge/live/presence_link.h"

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <algorithm>
#include <deque>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/presence/v1/presence.grpc.pb.h"
#include "services/platform/base/log.h"
#include "services/platform/base/timed_wait.h"
#include "services/platform/crypto/random.h"
#include "services/platform/rpc/channel.h"

namespace academy::live {
namespace {

using presence::v1::AttachRequest;
using presence::v1::AttachResponse;

constexpr absl::Duration kFirstPause = absl::Milliseconds(50);
constexpr absl::Duration kMaxPause = absl::Seconds(1);
// More changes than this queue up only when presence hangs; the snapshot of a new stream is then shorter.
constexpr size_t kMaxWaiting = 100'000;

void Fill(const LiveConnection& from, presence::v1::Connection& to) {
  to.set_connection_id(from.id);
  to.set_manager(from.identity.kind == UserKind::kManager);
  to.set_person_id(from.identity.person_id);
  to.set_session_id(from.identity.session_id);
}

// One Attach call. Keeps itself alive until OnDone. Thread-safe. `sink` must outlive the call.
class Stream final : public grpc::ClientBidiReactor<AttachRequest, AttachResponse>,
                     public std::enable_shared_from_this<Stream> {
 public:
  explicit Stream(PresenceSink& sink) : sink_(sink) {}

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
        LogInfo("attached to presence");
      }
    }
    if (!ok) return;
    if (response_.has_online()) {
      const auto& ids = response_.online().learner_ids();
      sink_.SetOnlineLearners({ids.begin(), ids.end()});
    } else if (response_.has_push()) {
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
    absl::MutexLock lock(&mutex_);
    if (attached_) LogInfo("detached from presence", {{"error", status.error_message()}});
    ended_ = true;
    done_ = true;
  }

 private:
  PresenceSink& sink_;
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
  explicit Impl(std::shared_ptr<grpc::Channel> channel)
      : stub_(presence::v1::Presence::NewStub(std::move(channel))),
        identity_{.caller = {.kind = CallerKind::kService, .id = "edge"}},
        edge_id_(NewToken(128)) {}

  void Start(PresenceSink& sink) {
    thread_ = std::thread([this, &sink] { Run(sink); });
  }

  void Stop() {
    if (!thread_.joinable()) return;
    {
      absl::MutexLock lock(&mutex_);
      stopping_ = true;
      ended_.Changed();
      if (stream_ != nullptr) stream_->Cancel();
    }
    thread_.join();
  }

  bool Attached() const {
    absl::MutexLock lock(&mutex_);
    return stream_ != nullptr && stream_->Attached();
  }

  void Opened(const LiveConnection& connection) {
    absl::MutexLock lock(&mutex_);
    connections_[connection.id] = connection;
    if (stream_ == nullptr) return;
    AttachRequest request;
    Fill(connection, *request.mutable_opened());
    stream_->Queue(std::move(request));
  }

  void Closed(const std::string& connection_id) {
    absl::MutexLock lock(&mutex_);
    connections_.erase(connection_id);
    if (stream_ == nullptr) return;
    AttachRequest request;
    request.mutable_closed()->set_connection_id(connection_id);
    stream_->Queue(std::move(request));
  }

 private:
  void Run(PresenceSink& sink) {
    absl::Duration pause = kFirstPause;
    while (true) {
      if (Attach(sink)) pause = kFirstPause;
      absl::MutexLock lock(&mutex_);
      ended_.Await(mutex_, pause, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_; });
      if (stopping_) return;
      pause = std::min(pause * 2, kMaxPause);
    }
  }

  // Runs one stream until it ends; true if presence answered on it.
  bool Attach(PresenceSink& sink) {
    auto stream = std::make_shared<Stream>(sink);
    {
      absl::MutexLock lock(&mutex_);
      if (stopping_) return false;
      stream->Begin(*stub_, identity_);
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
      stream_ = stream;
    }
    bool attached = stream->AwaitDone();
    absl::MutexLock lock(&mutex_);
    stream_ = nullptr;
    return attached;
  }

  const std::unique_ptr<presence::v1::Presence::Stub> stub_;
  const CallIdentity identity_;
  const std::string edge_id_;
  mutable absl::Mutex mutex_;
  TimedWait ended_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::shared_ptr<Stream> stream_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<std::string, LiveConnection> connections_ ABSL_GUARDED_BY(mutex_);
  std::thread thread_;
};

PresenceLink::PresenceLink(std::shared_ptr<grpc::Channel> channel)
    : impl_(std::make_unique<Impl>(std::move(channel))) {}
PresenceLink::~PresenceLink() { Stop(); }
void PresenceLink::Start(PresenceSink& sink) { impl_->Start(sink); }
void PresenceLink::Stop() { impl_->Stop(); }
bool PresenceLink::Attached() const { return impl_->Attached(); }
void PresenceLink::Opened(const LiveConnection& connection) { impl_->Opened(connection); }
void PresenceLink::Closed(const std::string& connection_id) { impl_->Closed(connection_id); }

}  // namespace academy::live

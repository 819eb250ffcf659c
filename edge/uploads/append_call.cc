#include "edge/uploads/append_call.h"

#include <grpcpp/alarm.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "edge/upstream/http_status.h"
#include "services/platform/base/replacement.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"

namespace academy::edge {
namespace {

using catalog::v1::AppendUploadRequest;
using catalog::v1::UploadState;

// A hold keeps gRPC from ending the call before the last write has started, because writes start on the front door's
// threads, not in gRPC's callbacks.
class AppendCall final : public http::BodySink,
                         public std::enable_shared_from_this<AppendCall>,
                         private grpc::ClientWriteReactor<AppendUploadRequest> {
 public:
  AppendCall(std::shared_ptr<http::Exchange> exchange, absl::Duration stall, AppendDone done)
      : exchange_(std::move(exchange)), stall_(stall), done_(std::move(done)) {}

  void Start(catalog::v1::Uploads::StubInterface& catalog, const CallIdentity& identity,
             AppendUploadRequest::Header header) ABSL_LOCKS_EXCLUDED(mutex_) {
    self_ = shared_from_this();
    PrepareStreamContext(context_, identity);
    *request_.mutable_header() = std::move(header);
    catalog.async()->AppendUpload(&context_, &response_, this);
    {
      absl::MutexLock lock(&mutex_);
      moved_ = SteadyNow();
      Guard(stall_);
    }
    AddHold();
    StartWrite(&request_);
    StartCall();
  }

  void OnPiece(std::string piece, std::function<void()> next) override ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      // catalog has already refused the call; its answer is coming, and no more is read.
      if (state_ != State::kOpen) return;
      next_ = std::move(next);
      writing_ = true;
      moved_ = SteadyNow();
    }
    request_.set_data(std::move(piece));
    StartWrite(&request_);
  }

  void OnEnd() override { EndWrites(); }
  void OnLost() override ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      lost_ = true;
    }
    EndWrites();
  }

 private:
  enum class State {
    kOpen,
    kEnding,  // end after the write in flight
    kEnded,   // the hold is released; no operation may start
  };

  void EndWrites() ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      if (state_ != State::kOpen) return;
      state_ = writing_ ? State::kEnding : State::kEnded;
      moved_ = SteadyNow();
      if (writing_) return;
    }
    StartWritesDone();
    RemoveHold();
  }

  void OnWriteDone(bool ok) override ABSL_LOCKS_EXCLUDED(mutex_) {
    std::function<void()> next;
    bool first = false;
    bool end = false;
    {
      absl::MutexLock lock(&mutex_);
      writing_ = false;
      moved_ = SteadyNow();
      end = !ok || state_ == State::kEnding;
      if (end) state_ = State::kEnded;
      next.swap(next_);
      first = !std::exchange(begun_, true);
    }
    if (end) {
      if (ok) StartWritesDone();
      RemoveHold();
    } else if (first) {
      exchange_->ReadBody(shared_from_this());
    } else {
      next();
    }
  }

  void OnDone(const grpc::Status& status) override ABSL_LOCKS_EXCLUDED(mutex_) {
    bool stalled = false;
    bool lost = false;
    {
      absl::MutexLock lock(&mutex_);
      stalled = stalled_;
      lost = lost_;
    }
    std::shared_ptr<AppendCall> self = std::move(self_);
    if (status.ok()) {
      done_(std::move(response_), lost);
    } else if (stalled) {
      done_(Error(absl::StatusCode::kDeadlineExceeded, "timeout", "The service took too long, please try again"), lost);
    } else {
      done_(FromService(status), lost);
    }
  }

  // A call that lasts as long as the client sends cannot have a fixed deadline, so this ends it when nothing moves for
  // `stall_`.
  void Guard(absl::Duration after) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    alarm_ = std::make_unique<grpc::Alarm>();
    alarm_->Set(absl::ToChronoTime(absl::Now() + after), [weak = weak_from_this()](bool rang) {
      if (!rang) return;
      if (std::shared_ptr<AppendCall> self = weak.lock()) self->OnGuard();
    });
  }

  void OnGuard() ABSL_LOCKS_EXCLUDED(mutex_) {
    bool release = false;
    {
      absl::MutexLock lock(&mutex_);
      absl::Duration left = stall_ - (SteadyNow() - moved_);
      if (left > absl::ZeroDuration()) return Guard(left);
      stalled_ = true;
      // After a write in flight, OnWriteDone releases the hold.
      release = state_ == State::kOpen && !writing_;
      if (release) state_ = State::kEnded;
    }
    context_.TryCancel();
    if (release) RemoveHold();
  }

  const std::shared_ptr<http::Exchange> exchange_;
  const absl::Duration stall_;
  const AppendDone done_;
  grpc::ClientContext context_;
  AppendUploadRequest request_;
  UploadState response_;
  // Set until OnDone, because gRPC holds only a raw pointer.
  std::shared_ptr<AppendCall> self_;

  absl::Mutex mutex_;
  State state_ ABSL_GUARDED_BY(mutex_) = State::kOpen;
  // The header is the first write.
  bool writing_ ABSL_GUARDED_BY(mutex_) = true;
  bool begun_ ABSL_GUARDED_BY(mutex_) = false;
  bool stalled_ ABSL_GUARDED_BY(mutex_) = false;
  bool lost_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Duration moved_ ABSL_GUARDED_BY(mutex_);
  std::function<void()> next_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<grpc::Alarm> alarm_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

void AppendBody(catalog::v1::Uploads::StubInterface& catalog, const CallIdentity& identity,
                AppendUploadRequest::Header header, std::shared_ptr<http::Exchange> exchange, absl::Duration stall,
                AppendDone done) {
  auto call = std::make_shared<AppendCall>(std::move(exchange), stall, std::move(done));
  const size_t place = *Replacement::PlaceOf("catalog");
  if (!Replacement::OfAcademy().away(place)) return call->Start(catalog, identity, std::move(header));
  // The channel holds back only what is one message.
  Replacement::OfAcademy().AwaitReturn(
      place, [call, &catalog, identity, header = std::move(header)] { call->Start(catalog, identity, header); });
}

}  // namespace academy::edge

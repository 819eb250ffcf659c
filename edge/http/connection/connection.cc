#include "edge/http/connection/connection.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <utility>

#include "edge/http/http2/http2_connection.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/crypto/random.h"

namespace academy::http {
namespace {

// While draining, a connection that was used this lately is waited for.
constexpr absl::Duration kRecent = absl::Seconds(2);
constexpr double kBodyBytesASecond = 32 * 1024;
// How long a connection that was used a moment ago is waited for while draining.
constexpr absl::Duration kDrainGrace = absl::Milliseconds(500);
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// An idle connection keeps nothing but itself.
void Release(std::string& text) { std::string().swap(text); }

}  // namespace

Connection::Connection(std::shared_ptr<ConnectionHost> host, Handover incoming, bool again)
    : host_(std::move(host)),
      peer_(std::move(incoming.remote_address)),
      transport_(host_->io, incoming.fd, std::move(incoming.tls)),
      in_(std::move(incoming.bytes)) {
  absl::MutexLock lock(&mutex_);
  if (host_->options.tls != nullptr && !again) {
    Enter(Phase::kHandshake, host_->options.head_timeout);
  } else {
    Enter(Phase::kHead, host_->options.idle_timeout);
  }
}

Connection::~Connection() { host_->Leave(this, peer_); }

void Connection::Run() {
  absl::MutexLock lock(&mutex_);
  Proceed(Next::kAgain);
}

void Connection::Sweep(absl::Duration now) {
  // One that is being worked on is not late; its worker may be waiting for a disk, and all others wait for the sweep.
  if (!mutex_.TryLock()) return;
  StepSweep(now);
  mutex_.Unlock();
}

void Connection::StepSweep(absl::Duration now) {
  if (phase_ == Phase::kSend && !work_->answer.allowed()) return BreakOff();
  if (phase_ == Phase::kClosed || now < deadline_) return;
  bool asked = phase_ == Phase::kBody || (phase_ == Phase::kHead && work_ != nullptr);
  Proceed(asked ? Refuse(408) : phase_ == Phase::kHead ? CloseIdle() : Close());
}

void Connection::Drain() {
  absl::MutexLock lock(&mutex_);
  if (phase_ == Phase::kHandshake) Close();
  if (phase_ != Phase::kHead || !in_.empty()) return;
  // What was busy a moment ago has its next request on the way, most likely: that is answered before the connection
  // goes.
  if (deadline_ - host_->options.idle_timeout < SteadyNow() - kRecent) {
    Proceed(CloseIdle());
  } else {
    SetDeadline(kDrainGrace);
  }
}

void Connection::Abort() {
  absl::MutexLock lock(&mutex_);
  Close();
}

void Connection::Proceed(Next next) {
  while (next == Next::kAgain) next = Step();
}

Connection::Next Connection::Step() {
  switch (phase_) {
    case Phase::kHandshake:
      return StepHandshake();
    case Phase::kHead:
      return StepHead();
    case Phase::kBody:
      return StepBody();
    case Phase::kStream:
      return StepStream();
    case Phase::kSend:
      return StepSend();
    case Phase::kLinger:
      return StepLinger();
    case Phase::kAnswer:
    case Phase::kClosed:
      return Next::kWait;
  }
  return Next::kWait;
}

Connection::Next Connection::StepHandshake() {
  switch (transport_.Open(*host_->options.tls)) {
    case Transport::Opening::kDone:
      if (transport_.speaks_http2()) return HandToHttp2();
      Enter(Phase::kHead, host_->options.idle_timeout);
      return Next::kAgain;
    case Transport::Opening::kLater:
      return Await(transport_.awaited());
    case Transport::Opening::kPlain: {
      // Whoever speaks plain HTTP here is told so; the answer gives nothing away.
      std::string id = NewId(Clock::System().Now());
      return RefuseWith(FailureResponse(400, "https_required", "This port speaks HTTPS: use an https:// address", id),
                        id);
    }
    case Transport::Opening::kFailed:
      break;
  }
  return Close();
}

Connection::Next Connection::StepHead() {
  if (in_.empty()) return ReceiveMore(Transport::kReadSize);
  if (work_ == nullptr) {
    work_ = std::make_unique<Work>();
    SetDeadline(host_->options.head_timeout);
  }
  HeadResult result = work_->reader.Read(in_, host_->options.head, work_->head);
  if (result.kind == HeadResult::Kind::kRefused) return Refuse(result.status);
  if (result.kind == HeadResult::Kind::kIncomplete) {
    return ReceiveMore(host_->options.head.bytes + 1 - std::min(in_.size(), host_->options.head.bytes));
  }
  in_.erase(0, result.size);
  const ServerHooks& hooks = host_->hooks;
  if (hooks.is_live && hooks.is_live(work_->head.target)) return HandToLive();

  work_->request.method = work_->head.method;
  if (!Engine::ReadTarget(work_->head.target, work_->request)) return Refuse(400);
  ++turn_;
  work_->body = IncomingBody(work_->head);
  work_->rule = hooks.body_policy ? hooks.body_policy(work_->request) : BodyRule();
  if (work_->head.content_length > work_->rule.max_bytes) return Refuse(413);
  if (work_->rule.streamed || work_->body.done()) return Handle();
  bool here = !work_->head.chunked && work_->head.content_length <= in_.size();
  if (work_->rule.on_demand && !here) return Handle();
  work_->body.Charge(BodyBudget::Share(host_->bodies, /*stranger=*/!here));
  AwaitBody();
  return Next::kAgain;
}

void Connection::AwaitBody() {
  if (work_->head.expects_continue && in_.empty()) SendContinue();
  Enter(Phase::kBody,
        host_->options.body_timeout + absl::Seconds(static_cast<double>(work_->rule.max_bytes) / kBodyBytesASecond));
}

Connection::Next Connection::StepBody() {
  if (int status = work_->body.Collect(in_, work_->rule.max_bytes); status != 0) return Refuse(status);
  if (work_->body.done()) return work_->collector == nullptr ? Handle() : BodyCollected();
  return ReceiveMore(Transport::kReadSize);
}

Connection::Next Connection::BodyCollected() {
  Enter(Phase::kAnswer, host_->options.answer_timeout);
  std::shared_ptr<LiveExchange> exchange = std::move(work_->collector);
  exchange->TakeBody(work_->body.TakeAll(), work_->body.TakeShare());
  // Without the lock, as any answer comes.
  boost::asio::post(host_->io, std::exchange(work_->collected, nullptr));
  return Next::kWait;
}

Connection::Next Connection::Handle() {
  phase_ = Phase::kAnswer;
  work_->close_after = !work_->head.keep_alive;
  SetDeadline(host_->options.answer_timeout);
  auto exchange = std::make_shared<LiveExchange>(host_, shared_from_this(), turn_);
  exchange->SetRequest(std::move(work_->request), std::move(work_->head.fields), peer_, transport_.secure());
  if (work_->body.done()) {
    exchange->TakeBody(work_->body.TakeAll(), work_->body.TakeShare());
  } else {
    exchange->LeaveBody(BodyBudget::Share(host_->bodies, /*stranger=*/false));
  }
  host_->hooks.handle(exchange);
  std::unique_ptr<Response> answer = exchange->HandlerReturned();
  return answer != nullptr ? StartSending(std::move(*answer)) : Next::kWait;
}

void Connection::Deliver(uint64_t turn, Response answer) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || (phase_ != Phase::kAnswer && phase_ != Phase::kStream)) return;
  Proceed(StartSending(std::move(answer)));
}

void Connection::BeginStream(uint64_t turn, std::shared_ptr<BodySink> sink) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || phase_ != Phase::kAnswer) return sink->OnLost();
  work_->sink = std::move(sink);
  work_->sink_busy = false;
  Enter(Phase::kStream, host_->options.stall_timeout);
  if (work_->head.expects_continue && in_.empty() && !work_->body.done()) SendContinue();
  Proceed(Next::kAgain);
}

void Connection::BeginCollecting(uint64_t turn, bool stranger, std::shared_ptr<LiveExchange> collector,
                                 std::function<void()> collected) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || phase_ != Phase::kAnswer) return;
  work_->body.Charge(BodyBudget::Share(host_->bodies, stranger));
  work_->collector = std::move(collector);
  work_->collected = std::move(collected);
  AwaitBody();
  Proceed(Next::kAgain);
}

void Connection::PieceTaken(uint64_t turn) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || phase_ != Phase::kStream) return;
  work_->sink_busy = false;
  SetDeadline(host_->options.stall_timeout);
  Proceed(Next::kAgain);
}

Connection::Next Connection::StepStream() {
  if (work_->sink_busy) return Next::kWait;
  if (!work_->body.Fill(in_)) return Close();
  if (!work_->body.full()) {
    Transport::Received received = Receive(Transport::kReadSize);
    if (received == Transport::Received::kSome) return Next::kAgain;
    // What came before the client went is handed on first: uploads go on from it.
    if (work_->body.empty()) return received == Transport::Received::kEnd ? Close() : Await(transport_.awaited());
  }
  if (!work_->body.empty()) {
    work_->sink_busy = true;
    SetDeadline(std::max(work_->rule.work_timeout, host_->options.stall_timeout));
    auto self = shared_from_this();
    work_->sink->OnPiece(work_->body.TakePiece(), [self, turn = turn_] {
      boost::asio::post(self->host_->io, [self, turn] { self->PieceTaken(turn); });
    });
    return Next::kWait;
  }
  Enter(Phase::kAnswer, std::max(work_->rule.work_timeout, host_->options.answer_timeout));
  std::shared_ptr<BodySink> sink = std::move(work_->sink);
  sink->OnEnd();
  return Next::kWait;
}

void Connection::SendContinue() {
  // Nothing else is on its way out, so that these few bytes always fit.
  transport_.Send(kContinue, false);
}

Connection::Next Connection::Finished() {
  if (!work_->close_after) {
    work_.reset();
    if (in_.empty()) Release(in_);
    Enter(Phase::kHead, host_->draining ? kDrainGrace : host_->options.idle_timeout);
    // Nearly nobody has sent the next request yet, and the wait tells of one that is there; only of what TLS has
    // unsealed already it knows nothing.
    return in_.empty() && !transport_.secure() ? Await(Transport::Ready::kReadable) : Next::kAgain;
  }
  // Of the request and its answer nothing is needed any more, but for the count of what is read after it.
  work_ = std::make_unique<Work>();
  transport_.EndWriting();
  in_ = std::string();
  Enter(Phase::kLinger, host_->options.linger_timeout);
  return Next::kAgain;
}

Connection::Next Connection::HandToHttp2() {
  phase_ = Phase::kClosed;
  Http2Connection::Begin(host_, std::move(transport_), peer_);
  return Next::kWait;
}

Connection::Next Connection::HandToLive() {
  std::unique_ptr<tls::Stream> tls;
  int fd = transport_.Release(tls);
  phase_ = Phase::kClosed;
  std::unique_ptr<Work> work = std::move(work_);
  if (fd < 0) return Next::kWait;
  host_->hooks.adopt_live({.fd = fd,
                           .tls = std::move(tls),
                           .head = std::move(work->head),
                           .bytes = std::move(in_),
                           .remote_address = peer_});
  return Next::kWait;
}

Connection::Next Connection::CloseIdle() {
  // A request that came this moment is answered first; closing would reset it.
  return Receive(Transport::kReadSize) == Transport::Received::kSome ? Next::kAgain : Close();
}

Connection::Next Connection::Close() {
  if (phase_ == Phase::kClosed) return Next::kWait;
  phase_ = Phase::kClosed;
  std::unique_ptr<Work> work = std::move(work_);
  if (work != nullptr && work->sink != nullptr) work->sink->OnLost();
  if (work != nullptr && work->collector != nullptr) {
    // Nobody reads it, but the metrics count it.
    Response nothing;
    nothing.status = 204;
    work->collector->Send(std::move(nothing));
  }
  transport_.Close();
  return Next::kWait;
}

void Connection::BreakOff() {
  transport_.BreakOff();
  Close();
}

Transport::Received Connection::Receive(size_t at_most) {
  Transport::Received received = transport_.Receive(at_most, in_);
  if (received == Transport::Received::kSome && phase_ == Phase::kStream) SetDeadline(host_->options.stall_timeout);
  return received;
}

Connection::Next Connection::ReceiveMore(size_t at_most) {
  Transport::Received received = Receive(at_most);
  if (received == Transport::Received::kEnd) return Close();
  return received == Transport::Received::kSome ? Next::kAgain : Await(transport_.awaited());
}

Connection::Next Connection::Await(Transport::Ready ready) {
  bool Connection::*awaiting =
      ready == Transport::Ready::kReadable ? &Connection::awaiting_read_ : &Connection::awaiting_write_;
  if (std::exchange(this->*awaiting, true)) return Next::kWait;
  transport_.Await(ready, [self = shared_from_this(), awaiting] {
    absl::MutexLock lock(&self->mutex_);
    (*self).*awaiting = false;
    self->Proceed(Next::kAgain);
  });
  return Next::kWait;
}

void Connection::Enter(Phase phase, absl::Duration at_most) {
  phase_ = phase;
  SetDeadline(at_most);
}

void Connection::SetDeadline(absl::Duration after) { deadline_ = SteadyNow() + after; }

}  // namespace academy::http

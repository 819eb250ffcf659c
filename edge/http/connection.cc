#include "edge/http/connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <utility>

#include "absl/time/clock.h"
#include "edge/http/connection_exchange.h"
#include "services/platform/base/clock.h"
#include "services/platform/crypto/random.h"

namespace academy::http {
namespace {

// A streamed body is handed on in pieces of at most this.
constexpr size_t kPieceSize = 256 * 1024;
// While draining, a connection that was used this lately is waited for.
constexpr absl::Duration kRecent = absl::Seconds(2);
// Bytes still read from a client that was answered for good.
constexpr size_t kLingerBytes = 2 * 1024 * 1024;
constexpr double kBodyBytesASecond = 32 * 1024;

}  // namespace

Connection::Connection(std::shared_ptr<ConnectionHost> host, Handover incoming, bool again)
    : host_(std::move(host)),
      peer_(std::move(incoming.remote_address)),
      socket_(host_->io),
      tls_(std::move(incoming.tls)),
      in_(std::move(incoming.bytes)) {
  absl::MutexLock lock(&mutex_);
  boost::system::error_code error;
  socket_.assign(boost::asio::ip::tcp::v4(), incoming.fd, error);
  socket_.native_non_blocking(true, error);
  socket_.set_option(boost::asio::ip::tcp::no_delay(true), error);
  bool shakes_hands = host_->options.tls != nullptr && !again;
  if (shakes_hands) phase_ = Phase::kHandshake;
  SetDeadline(shakes_hands ? host_->options.head_timeout : host_->options.idle_timeout);
}

Connection::~Connection() {
  absl::MutexLock lock(&host_->mutex);
  host_->open.erase(this);
  auto found = host_->by_address.find(peer_);
  if (found != host_->by_address.end() && --found->second == 0) host_->by_address.erase(found);
}

void Connection::Run() {
  absl::MutexLock lock(&mutex_);
  while (Step() == Next::kAgain) {
  }
}

void Connection::Sweep(absl::Time now) {
  // One that is being worked on is not late; its worker may be waiting for a disk, and all others wait for the sweep.
  if (!mutex_.TryLock()) return;
  StepSweep(now);
  mutex_.Unlock();
}

void Connection::StepSweep(absl::Time now) {
  if (phase_ == Phase::kSend && work_->still_allowed && !work_->still_allowed()) return BreakOff();
  if (phase_ == Phase::kClosed || now < deadline_) return;
  bool asked = phase_ == Phase::kBody || (phase_ == Phase::kHead && work_ != nullptr);
  Next next = asked ? Refuse(408) : phase_ == Phase::kHead ? CloseIdle() : Close();
  while (next == Next::kAgain) next = Step();
}

void Connection::Drain() {
  absl::MutexLock lock(&mutex_);
  if (phase_ == Phase::kHandshake) Close();
  if (phase_ != Phase::kHead || !in_.empty()) return;
  // What was busy a moment ago has its next request on the way, most likely: that is answered before the connection
  // goes.
  if (deadline_ - host_->options.idle_timeout < absl::Now() - kRecent) {
    Next next = CloseIdle();
    while (next == Next::kAgain) next = Step();
  } else {
    SetDeadline(kDrainGrace);
  }
}

void Connection::Abort() {
  absl::MutexLock lock(&mutex_);
  Close();
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
  if (tls_ == nullptr) {
    unsigned char first = 0;
    ssize_t n = ::recv(socket_.native_handle(), &first, 1, MSG_PEEK);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return AwaitReadable();
    if (n <= 0) return Close();
    if (!tls::Context::IsTls(first)) {
      // Whoever speaks plain HTTP here is told so; the answer gives nothing away.
      std::string id = NewId(Clock::System().Now());
      return RefuseWith(FailureResponse(400, "https_required", "This port speaks HTTPS: use an https:// address", id),
                        id);
    }
    tls_ = host_->options.tls->Accept(socket_.native_handle());
    if (tls_ == nullptr) return Close();
  }
  switch (tls_->Handshake()) {
    case tls::Stream::State::kDone:
      phase_ = Phase::kHead;
      SetDeadline(host_->options.idle_timeout);
      return Next::kAgain;
    case tls::Stream::State::kWantRead:
      return AwaitReadable();
    case tls::Stream::State::kWantWrite:
      return AwaitWritable();
    case tls::Stream::State::kEnd:
      break;
  }
  return Close();
}

Connection::Next Connection::StepHead() {
  if (in_.empty()) {
    Received received = Receive(kReadSize);
    if (received == Received::kEnd) return Close();
    if (received == Received::kNone) return AwaitReadable();
  }
  if (work_ == nullptr) {
    work_ = std::make_unique<Work>();
    SetDeadline(host_->options.head_timeout);
  }
  HeadResult result = ParseHead(in_, host_->options.head, work_->head);
  if (result.kind == HeadResult::Kind::kRefused) return Refuse(result.status);
  if (result.kind == HeadResult::Kind::kIncomplete) {
    Received received = Receive(host_->options.head.bytes + 1 - std::min(in_.size(), host_->options.head.bytes));
    if (received == Received::kEnd) return Close();
    return received == Received::kSome ? Next::kAgain : AwaitReadable();
  }
  in_.erase(0, result.size);
  const ServerHooks& hooks = host_->hooks;
  if (hooks.is_live && hooks.is_live(work_->head.target)) return HandToLive();

  work_->request.method = work_->head.method;
  if (!Engine::ReadTarget(work_->head.target, work_->request)) return Refuse(400);
  ++turn_;
  work_->body_done = !work_->head.has_body();
  work_->decoder = BodyDecoder(work_->head);
  work_->rule = hooks.body_policy ? hooks.body_policy(work_->request) : BodyRule();
  if (work_->head.content_length > work_->rule.max_bytes) return Refuse(413);
  if (work_->rule.streamed || work_->body_done) return Handle();
  if (work_->head.expects_continue && in_.empty()) SendContinue();
  phase_ = Phase::kBody;
  SetDeadline(host_->options.body_timeout +
              absl::Seconds(static_cast<double>(work_->rule.max_bytes) / kBodyBytesASecond));
  return Next::kAgain;
}

BodyDecoder::State Connection::TakeBody(size_t room) {
  size_t used = 0;
  BodyDecoder::State state = work_->decoder.Decode(in_, room - std::min(room, work_->body.size()), work_->body, used);
  in_.erase(0, used);
  work_->body_done = state == BodyDecoder::State::kDone;
  return state;
}

Connection::Next Connection::StepBody() {
  // One byte past the cap is enough to know.
  if (TakeBody(work_->rule.max_bytes + 1) == BodyDecoder::State::kBad) return Refuse(400);
  if (work_->body.size() > work_->rule.max_bytes) return Refuse(413);
  if (work_->body_done) return Handle();
  Received received = Receive(kReadSize);
  if (received == Received::kEnd) return Close();
  return received == Received::kSome ? Next::kAgain : AwaitReadable();
}

Connection::Next Connection::Handle() {
  phase_ = Phase::kAnswer;
  work_->close_after = !work_->head.keep_alive;
  SetDeadline(host_->options.answer_timeout);
  auto exchange = std::make_shared<LiveExchange>(shared_from_this(), turn_);
  Request& request = exchange->mutable_request();
  request = std::move(work_->request);
  request.id = NewId(Clock::System().Now());
  ClientSide client = host_->options.proxies.ClientOf(peer_, work_->head.fields);
  request.remote_address = std::move(client.address);
  request.secure = tls_ != nullptr || client.secure;
  request.proxied = client.proxied;
  request.fields = std::move(work_->head.fields);
  request.body = std::exchange(work_->body, std::string());
  host_->hooks.handle(exchange);
  std::unique_ptr<Response> answer = exchange->HandlerReturned();
  return answer != nullptr ? StartSending(std::move(*answer)) : Next::kWait;
}

void Connection::Deliver(uint64_t turn, Response answer) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || (phase_ != Phase::kAnswer && phase_ != Phase::kStream)) return;
  Next next = StartSending(std::move(answer));
  while (next == Next::kAgain) next = Step();
}

void Connection::BeginStream(uint64_t turn, std::shared_ptr<BodySink> sink) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || phase_ != Phase::kAnswer) return sink->OnLost();
  work_->sink = std::move(sink);
  work_->sink_busy = false;
  phase_ = Phase::kStream;
  SetDeadline(host_->options.stall_timeout);
  if (work_->head.expects_continue && in_.empty() && !work_->body_done) SendContinue();
  while (Step() == Next::kAgain) {
  }
}

void Connection::PieceTaken(uint64_t turn) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || phase_ != Phase::kStream) return;
  work_->sink_busy = false;
  SetDeadline(host_->options.stall_timeout);
  while (Step() == Next::kAgain) {
  }
}

Connection::Next Connection::StepStream() {
  if (work_->sink_busy) return Next::kWait;
  if (!work_->body_done && TakeBody(kPieceSize) == BodyDecoder::State::kBad) return Close();
  bool dry = false;
  if (!work_->body_done && work_->body.size() < kPieceSize) {
    Received received = Receive(kReadSize);
    if (received == Received::kSome) return Next::kAgain;
    // What came before the client went is handed on first: uploads go on from it.
    if (received == Received::kEnd && work_->body.empty()) return Close();
    dry = true;
  }
  if (dry && work_->body.empty()) return AwaitReadable();
  if (!work_->body.empty()) {
    work_->sink_busy = true;
    SetDeadline(std::max(work_->rule.work_timeout, host_->options.stall_timeout));
    std::string piece;
    piece.swap(work_->body);
    auto self = shared_from_this();
    work_->sink->OnPiece(std::move(piece), [self, turn = turn_] {
      boost::asio::post(self->host_->io, [self, turn] { self->PieceTaken(turn); });
    });
    return Next::kWait;
  }
  phase_ = Phase::kAnswer;
  SetDeadline(std::max(work_->rule.work_timeout, host_->options.answer_timeout));
  std::shared_ptr<BodySink> sink = std::move(work_->sink);
  sink->OnEnd();
  return Next::kWait;
}

Connection::Next Connection::Refuse(int status) {
  std::string id = NewId(Clock::System().Now());
  return RefuseWith(RefusalAnswer(status, id), id);
}

Connection::Next Connection::RefuseWith(Response answer, const std::string& id) {
  answer.headers.emplace_back("X-Request-Id", id);
  if (host_->hooks.finish) host_->hooks.finish(answer, tls_ != nullptr);
  if (host_->hooks.observe) host_->hooks.observe("refused", answer.status, absl::ZeroDuration());
  ++turn_;
  if (work_ == nullptr) work_ = std::make_unique<Work>();
  work_->close_after = true;
  return StartSending(std::move(answer));
}

Connection::Next Connection::StepLinger() {
  // Closing with unread bytes would reset the connection, and the client would never see the answer.
  // One that goes on sending all the same is no longer read: it stalls, reads its answer, and is closed in time.
  if (work_->lingered > kLingerBytes) {
    work_->kept = shared_from_this();
    return Next::kWait;
  }
  Received received = Receive(kReadSize);
  work_->lingered += in_.size();
  in_.clear();
  if (received == Received::kEnd) return Close();
  return received == Received::kSome ? Next::kAgain : AwaitReadable();
}

Connection::Next Connection::HandToLive() {
  boost::system::error_code error;
  int fd = socket_.release(error);
  phase_ = Phase::kClosed;
  std::unique_ptr<Work> work = std::move(work_);
  if (error) return Next::kWait;
  host_->hooks.adopt_live({.fd = fd,
                           .tls = std::move(tls_),
                           .head = std::move(work->head),
                           .bytes = std::move(in_),
                           .remote_address = peer_});
  return Next::kWait;
}

Connection::Next Connection::CloseIdle() {
  // A request that came this moment is answered first; closing would reset it.
  return Receive(kReadSize) == Received::kSome ? Next::kAgain : Close();
}

Connection::Next Connection::Close() {
  if (phase_ == Phase::kClosed) return Next::kWait;
  phase_ = Phase::kClosed;
  std::unique_ptr<Work> work = std::move(work_);
  if (work != nullptr && work->sink != nullptr) work->sink->OnLost();
  boost::system::error_code error;
  socket_.close(error);
  return Next::kWait;
}

}  // namespace academy::http

// How a connection answers: refusals, sending an answer, and what follows it.
#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "edge/http/connection/connection.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/crypto/random.h"

namespace academy::http {
namespace {

// Bytes still read from a client that was answered for good.
constexpr size_t kLingerBytes = 2 * 1024 * 1024;

}  // namespace

Connection::Next Connection::Refuse(int status) {
  if (work_ != nullptr && work_->collector != nullptr) {
    // It is that exchange which has to be answered.
    std::shared_ptr<LiveExchange> exchange = std::move(work_->collector);
    work_->collected = nullptr;
    Enter(Phase::kAnswer, host_->options.answer_timeout);
    exchange->Send(RefusalAnswer(status, exchange->request().id));
    return Next::kWait;
  }
  std::string id = NewId(Clock::System().Now());
  return RefuseWith(RefusalAnswer(status, id), id);
}

Connection::Next Connection::RefuseWith(Response answer, const std::string& id) {
  ++turn_;
  if (work_ == nullptr) work_ = std::make_unique<Work>();
  host_->CompleteRefusal(answer, id, peer_, work_->head, transport_.secure());
  work_->close_after = true;
  return StartSending(std::move(answer));
}

Connection::Next Connection::StartSending(Response answer) {
  // What is left of a body would be taken for the next request.
  if (!work_->body.done() || host_->retiring || host_->draining) work_->close_after = true;
  work_->sink.reset();
  work_->answer = OutgoingAnswer(host_->engine, std::move(answer), work_->head.method == "HEAD", work_->close_after);
  work_->piece_pending = false;
  work_->taken_by =
      SteadyNow() + host_->options.stall_timeout +
      absl::Seconds(static_cast<double>(work_->answer.memory_left()) / host_->options.least_bytes_a_second);
  Enter(Phase::kSend, host_->options.stall_timeout);
  return Next::kAgain;
}

Connection::Next Connection::StepSend() { return AfterSending(work_->answer.Step(transport_)); }

Connection::Next Connection::AfterSending(OutgoingAnswer::State state) {
  switch (state) {
    case OutgoingAnswer::State::kMoved:
      SetDeadline(host_->options.stall_timeout);
      // One byte now and then is movement too, and keeps an answer in memory for days.
      if (work_->answer.memory_left() > 0) deadline_ = std::min(deadline_, work_->taken_by);
      return Next::kAgain;
    case OutgoingAnswer::State::kSocketBusy:
      return Await(transport_.awaited());
    case OutgoingAnswer::State::kFile:
      if (std::exchange(work_->piece_pending, true)) return Next::kWait;
      if (work_->answer.file_cached()) return SendCachedPiece();
      boost::asio::post(host_->files, [self = shared_from_this(), turn = turn_] { self->SendFilePiece(turn); });
      return Next::kWait;
    case OutgoingAnswer::State::kSource:
      return TakePiece();
    case OutgoingAnswer::State::kSent:
      return Finished();
    case OutgoingAnswer::State::kBroken:
      break;
  }
  return Close();
}

bool Connection::MayStillSend() {
  // A sweep finds a fast connection at work nearly always.
  if (work_->answer.allowed()) return true;
  BreakOff();
  return false;
}

Connection::Next Connection::SendCachedPiece() {
  if (!MayStillSend()) return Next::kWait;
  OutgoingAnswer::State state = work_->answer.SendFile(transport_);
  if (state != OutgoingAnswer::State::kMoved || work_->answer.file_left() == 0) {
    work_->piece_pending = false;
    return AfterSending(state);
  }
  SetDeadline(host_->options.stall_timeout);
  // The next piece comes after the work of others, however fast this client takes them.
  boost::asio::post(host_->io, [self = shared_from_this(), turn = turn_] { self->PieceReady(turn); });
  return Next::kWait;
}

void Connection::SendFilePiece(uint64_t turn) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || phase_ != Phase::kSend) return;
  work_->piece_pending = false;
  if (!MayStillSend()) return;
  // The next piece comes after those of others.
  Proceed(AfterSending(work_->answer.SendFile(transport_)));
}

Connection::Next Connection::TakePiece() {
  if (work_->piece_pending) return Next::kWait;
  work_->piece_pending = !work_->answer.TakePiece([self = shared_from_this(), turn = turn_] {
    boost::asio::post(self->host_->io, [self, turn] { self->PieceReady(turn); });
  });
  SetDeadline(work_->piece_pending ? host_->options.answer_timeout : host_->options.stall_timeout);
  return work_->piece_pending ? Next::kWait : Next::kAgain;
}

void Connection::PieceReady(uint64_t turn) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || phase_ != Phase::kSend) return;
  work_->piece_pending = false;
  Proceed(Next::kAgain);
}

Connection::Next Connection::StepLinger() {
  // Closing with unread bytes would reset the connection, and the client would never see the answer.
  // One that goes on sending all the same is no longer read: it stalls, reads its answer, and is closed in time.
  if (work_->lingered > kLingerBytes) {
    work_->kept = shared_from_this();
    return Next::kWait;
  }
  work_->lingered += in_.size();
  in_.clear();
  return ReceiveMore(Transport::kReadSize);
}

}  // namespace academy::http

#include "edge/http/http2/http2_connection.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <utility>

#include "services/platform/base/clock.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/crypto/random.h"

namespace academy::http {
namespace {

// Frames gathered before they are sealed: some TLS records.
constexpr size_t kGather = 64 * 1024;
// How often one connection reads, and how often it sends what it gathered, before others have their turn.
constexpr int kRounds = 16;
constexpr int kGathers = 4;
// Bytes still read from a client after the farewell.
constexpr size_t kLingerBytes = 2 * 1024 * 1024;
// As for HTTP/1.1, a connection that was used a moment ago has its next request on the way, most likely.
constexpr absl::Duration kRecent = absl::Seconds(2);
constexpr absl::Duration kDrainGrace = absl::Milliseconds(500);

}  // namespace

void Http2Connection::Begin(std::shared_ptr<ConnectionHost> host, Transport transport, const std::string& peer) {
  std::shared_ptr<Http2Connection> connection(new Http2Connection(host, std::move(transport), peer));
  // Without the other connection's lock, which is always taken after the host's: neither this nor the destructor.
  boost::asio::post(host->io, [connection = std::move(connection)] {
    if (!connection->host_->Succeed(connection, connection->peer_)) return;
    connection->Run();
    // Its handshake was under way when the others were told.
    if (connection->host_->retiring) connection->Retire();
  });
}

Http2Connection::Http2Connection(std::shared_ptr<ConnectionHost> host, Transport transport, std::string peer)
    : host_(std::move(host)),
      peer_(std::move(peer)),
      transport_(std::move(transport)),
      session_(host_->options.head, *this),
      used_(SteadyNow()),
      head_by_(used_ + host_->options.head_timeout) {}

Http2Connection::~Http2Connection() { host_->Leave(this, peer_); }

void Http2Connection::Run() {
  absl::MutexLock lock(&mutex_);
  Proceed();
}

void Http2Connection::Sweep(absl::Duration now) {
  // One that is being worked on is not late; its worker may be waiting for a disk, and all others wait for the sweep.
  if (!mutex_.TryLock()) return;
  StepSweep(now);
  mutex_.Unlock();
}

void Http2Connection::StepSweep(absl::Duration now) {
  if (state_ == State::kClosed) return;
  if (state_ == State::kLinger) {
    if (now >= idle_by_) Close();
    return;
  }
  if (now >= head_by_ || now >= write_by_) return Close();
  if (now >= idle_by_) session_.Fail(Http2Error::kNone);
  if (now >= finish_by_) {
    finish_by_ = absl::InfiniteDuration();
    session_.Finish();
    finished_ = true;
  }
  for (int32_t id : StreamIds()) {
    if (Stream* stream = Find(static_cast<uint64_t>(id))) SweepStream(id, *stream, now);
  }
  Proceed();
}

void Http2Connection::SweepStream(int32_t id, Stream& stream, absl::Duration now) {
  bool sending = stream.phase == Stream::Phase::kSend;
  if (sending && !stream.answer->allowed()) return session_.Reset(id, Http2Error::kCancel);
  // The gateway, which would end a poll, is only drained after the front door.
  if (finished_ && !sending && stream.live_call != nullptr) return session_.Reset(id, Http2Error::kCancel);
  bool slow = sending && stream.answer->memory_left() > 0 && now >= stream.taken_by;
  if (now < stream.deadline && !slow) return;
  if (stream.phase == Stream::Phase::kBody) return Refuse(id, stream, 408);
  if (stream.phase == Stream::Phase::kLost) return Lose(id, stream);
  if (sending && !stream.answer->pending() && WaitsForOthers(id, stream, now)) {
    stream.deadline = now + host_->options.stall_timeout;
    if (slow) stream.taken_by = stream.deadline;
    return;
  }
  session_.Reset(id, Http2Error::kCancel);
}

bool Http2Connection::WaitsForOthers(int32_t id, const Stream& stream, absl::Duration now) {
  double least = host_->options.least_bytes_a_second * absl::ToDoubleSeconds(now - stream.began);
  return session_.WindowOf(id) > 0 && static_cast<double>(sent_ - stream.sent_before) >= least;
}

void Http2Connection::Drain() {
  absl::MutexLock lock(&mutex_);
  if (state_ != State::kOpen || std::exchange(announced_, true)) return;
  absl::Duration now = SteadyNow();
  session_.Announce();
  if (streams_.empty() && used_ < now - kRecent) {
    session_.Finish();
  } else {
    finish_by_ = now + kDrainGrace;
  }
  Proceed();
}

void Http2Connection::Abort() {
  absl::MutexLock lock(&mutex_);
  Close();
}

void Http2Connection::Proceed() {
  for (int round = 0; round < kRounds; ++round) {
    if (state_ == State::kLinger) return Linger();
    if (state_ == State::kClosed) return;
    ServeStreams();
    Flushed flushed = Flush();
    if (flushed == Flushed::kBroken) return Close();
    if (flushed == Flushed::kAll && session_.over()) {
      LoseAll();
      transport_.EndWriting();
      state_ = State::kLinger;
      idle_by_ = SteadyNow() + host_->options.linger_timeout;
      return Linger();
    }
    UpdateDeadlines();
    if (flushed == Flushed::kSocketBusy) Await(transport_.awaited());
    thread_local std::string in;
    in.clear();
    switch (transport_.Receive(Transport::kReadSize, in)) {
      case Transport::Received::kEnd:
        return Close();
      case Transport::Received::kNone:
        if (flushed == Flushed::kSome) break;
        return Await(transport_.awaited());
      case Transport::Received::kSome:
        session_.Receive(in, SteadyNow());
    }
  }
  boost::asio::post(host_->io, [self = shared_from_this()] { self->Run(); });
}

Http2Connection::Flushed Http2Connection::Flush() {
  for (int gathers = 0;;) {
    if (out_sent_ == out_.size()) {
      if (++gathers > kGathers) return Flushed::kSome;
      out_.clear();
      out_sent_ = 0;
      session_.Write(out_, kGather);
      bool fed = FeedAnswers();
      if (out_.empty() && !fed) break;
      if (out_.empty()) continue;
      write_by_ = SteadyNow() + host_->options.stall_timeout;
    }
    ssize_t sent = transport_.Send(std::string_view(out_).substr(out_sent_), false);
    if (sent > 0) {
      out_sent_ += static_cast<size_t>(sent);
      sent_ += static_cast<uint64_t>(sent);
      write_by_ = SteadyNow() + host_->options.stall_timeout;
    } else if (errno != EINTR) {
      return errno == EAGAIN ? Flushed::kSocketBusy : Flushed::kBroken;
    }
  }
  write_by_ = absl::InfiniteDuration();
  // An idle connection keeps nothing but itself.
  out_ = std::string();
  return Flushed::kAll;
}

void Http2Connection::UpdateDeadlines() {
  absl::Duration now = SteadyNow();
  if (session_.begun() && !session_.amid_head()) {
    head_by_ = absl::InfiniteDuration();
  } else if (head_by_ == absl::InfiniteDuration()) {
    head_by_ = now + host_->options.head_timeout;
  }
  if (!streams_.empty()) {
    used_ = now;
    idle_by_ = absl::InfiniteDuration();
  } else if (idle_by_ == absl::InfiniteDuration()) {
    idle_by_ = now + host_->options.idle_timeout;
  }
}

void Http2Connection::Linger() {
  // Closing with unread bytes would reset the connection, and the client would never see the farewell.
  std::string in;
  while (lingered_ <= kLingerBytes) {
    in.clear();
    switch (transport_.Receive(Transport::kReadSize, in)) {
      case Transport::Received::kEnd:
        return Close();
      case Transport::Received::kNone:
        return Await(transport_.awaited());
      case Transport::Received::kSome:
        lingered_ += in.size();
    }
  }
  kept_ = shared_from_this();
}

void Http2Connection::Close() {
  if (state_ == State::kClosed) return;
  state_ = State::kClosed;
  transport_.Close();
  LoseAll();
  kept_.reset();
}

void Http2Connection::Await(Transport::Ready ready) {
  bool Http2Connection::*awaiting =
      ready == Transport::Ready::kReadable ? &Http2Connection::awaiting_read_ : &Http2Connection::awaiting_write_;
  if (std::exchange(this->*awaiting, true)) return;
  transport_.Await(ready, [self = shared_from_this(), awaiting] {
    absl::MutexLock lock(&self->mutex_);
    (*self).*awaiting = false;
    self->Proceed();
  });
}

void Http2Connection::Deliver(uint64_t turn, Response answer) {
  absl::MutexLock lock(&mutex_);
  --in_flight_;
  Stream* stream = Find(turn);
  bool awaited =
      stream != nullptr && (stream->phase == Stream::Phase::kAnswer || stream->phase == Stream::Phase::kStream);
  if (awaited) StartSending(static_cast<int32_t>(turn), *stream, std::move(answer));
  Proceed();
}

}  // namespace academy::http

// How a connection's bytes come and go: sending an answer from memory, file or source, and waiting for the socket.
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "edge/http/connection.h"

namespace academy::http {
namespace {

// A body up to this size is copied behind its head, which costs less than to send two pieces.
constexpr size_t kShortBody = 4096;
constexpr int64_t kSendfileSize = 1024 * 1024;
// Of a file, read to be sent over TLS: some records.
constexpr int64_t kSealSize = 64 * 1024;
constexpr std::string_view kLastChunk = "0\r\n\r\n";
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// An idle connection keeps nothing but itself.
void Release(std::string& text) { std::string().swap(text); }

}  // namespace

Connection::Next Connection::StartSending(Response answer) {
  // What is left of a body would be taken for the next request.
  if (!work_->body_done || host_->draining) work_->close_after = true;
  work_->sink.reset();
  bool head_only = work_->head.method == "HEAD";
  host_->engine.WriteHead(answer, head_only, work_->close_after, work_->out);
  if (!head_only && (tls_ != nullptr || answer.body.size() <= kShortBody)) {
    work_->out += answer.body;
  } else if (!head_only) {
    work_->tail = std::move(answer.body);
  }
  work_->sent = 0;
  work_->file = head_only ? FileRange() : std::move(answer.file);
  work_->source = head_only ? nullptr : std::move(answer.source);
  work_->source_open = work_->source != nullptr && answer.source_length == Response::kUnknownLength;
  work_->source_left = work_->source == nullptr || work_->source_open ? 0 : answer.source_length;
  work_->source_busy = false;
  work_->still_allowed = std::move(answer.still_allowed);
  phase_ = Phase::kSend;
  SetDeadline(host_->options.stall_timeout);
  return Next::kAgain;
}

void Connection::SendContinue() {
  // Nothing else is on its way out, so that these few bytes always fit.
  SendSome(kContinue, false);
}

ssize_t Connection::SendSome(std::string_view bytes, bool more) {
  if (tls_ == nullptr) {
    return ::send(socket_.native_handle(), bytes.data(), bytes.size(), MSG_NOSIGNAL | (more ? MSG_MORE : 0));
  }
  tls::Stream::Moved moved = tls_->Write(bytes.data(), bytes.size());
  if (moved.state == tls::Stream::State::kDone) return static_cast<ssize_t>(moved.bytes);
  write_wants_read_ = moved.state == tls::Stream::State::kWantRead;
  errno = moved.state == tls::Stream::State::kEnd ? ECONNRESET : EAGAIN;
  return -1;
}

ssize_t Connection::SendMemorySome() {
  std::string& out = work_->out;
  std::string& tail = work_->tail;
  if (tail.empty()) return SendSome(std::string_view(out).substr(work_->sent), work_->file.length > 0);
  if (work_->sent >= out.size()) return SendSome(std::string_view(tail).substr(work_->sent - out.size()), false);
  std::array<iovec, 2> pieces = {{{.iov_base = out.data() + work_->sent, .iov_len = out.size() - work_->sent},
                                  {.iov_base = tail.data(), .iov_len = tail.size()}}};
  msghdr message{};
  message.msg_iov = pieces.data();
  message.msg_iovlen = pieces.size();
  return ::sendmsg(socket_.native_handle(), &message, MSG_NOSIGNAL);
}

ssize_t Connection::SendFileSome() {
  if (tls_ == nullptr) {
    off_t at = work_->file.offset;
    auto size = static_cast<size_t>(std::min(kSendfileSize, work_->file.length));
    return ::sendfile(socket_.native_handle(), work_->file.fd, &at, size);
  }
  // After EAGAIN the same bytes are read again, as TLS wants it.
  thread_local std::array<char, kSealSize> buffer;
  ssize_t n = ::pread(work_->file.fd, buffer.data(), static_cast<size_t>(std::min(kSealSize, work_->file.length)),
                      work_->file.offset);
  return n <= 0 ? n : SendSome(std::string_view(buffer.data(), static_cast<size_t>(n)), false);
}

Connection::Next Connection::StepSend() {
  while (true) {
    if (work_->sent < work_->out.size() + work_->tail.size()) {
      ssize_t n = SendMemorySome();
      if (n > 0) work_->sent += static_cast<size_t>(n);
      if (AfterSending(n) == Next::kWait) return Next::kWait;
    } else if (work_->file.length > 0) {
      return PostFile();
    } else if (work_->source_left > 0 || work_->source_open) {
      if (TakePiece() == Next::kWait) return Next::kWait;
    } else {
      return Finished();
    }
  }
}

Connection::Next Connection::AfterSending(ssize_t n) {
  if (n > 0) {
    SetDeadline(host_->options.stall_timeout);
    return Next::kAgain;
  }
  if (errno == EAGAIN) return std::exchange(write_wants_read_, false) ? AwaitReadable() : AwaitWritable();
  return errno == EINTR ? Next::kAgain : Close();
}

Connection::Next Connection::PostFile() {
  if (work_->file_busy) return Next::kWait;
  work_->file_busy = true;
  boost::asio::post(host_->files, [self = shared_from_this(), turn = turn_] { self->SendFilePiece(turn); });
  return Next::kWait;
}

void Connection::SendFilePiece(uint64_t turn) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || phase_ != Phase::kSend) return;
  work_->file_busy = false;
  // A sweep finds a fast connection at work nearly always.
  if (work_->still_allowed && !work_->still_allowed()) return BreakOff();
  ssize_t n = SendFileSome();
  if (n == 0) {
    // The file became shorter than announced.
    Close();
    return;
  }
  Next next = AfterSending(n);
  if (n > 0) {
    work_->file.offset += n;
    work_->file.length -= n;
  }
  // The next piece comes after those of others.
  while (next == Next::kAgain) next = Step();
}

Connection::Next Connection::TakePiece() {
  if (work_->source_busy) return Next::kWait;
  work_->out.clear();
  work_->sent = 0;
  BodySource::Got got = work_->source->Read(work_->out, [self = shared_from_this(), turn = turn_] {
    boost::asio::post(self->host_->io, [self, turn] { self->PieceReady(turn); });
  });
  if (got == BodySource::Got::kNothingYet) {
    work_->source_busy = true;
    SetDeadline(host_->options.answer_timeout);
    return Next::kWait;
  }
  if (work_->source_open && got == BodySource::Got::kEnd) {
    work_->source_open = false;
    work_->out = kLastChunk;
  } else if (got != BodySource::Got::kPiece || work_->out.empty()) {
    return Close();
  } else if (work_->source_open) {
    // RFC 9112, 7.1.
    work_->out.insert(0, absl::StrCat(absl::Hex(work_->out.size()), "\r\n"));
    work_->out += "\r\n";
  } else {
    work_->source_left -= static_cast<int64_t>(work_->out.size());
    if (work_->source_left < 0) return Close();
  }
  SetDeadline(host_->options.stall_timeout);
  return Next::kAgain;
}

void Connection::PieceReady(uint64_t turn) {
  absl::MutexLock lock(&mutex_);
  if (turn != turn_ || phase_ != Phase::kSend) return;
  work_->source_busy = false;
  while (Step() == Next::kAgain) {
  }
}

void Connection::BreakOff() {
  boost::system::error_code error;
  socket_.set_option(boost::asio::socket_base::linger(true, 0), error);
  Close();
}

Connection::Next Connection::Finished() {
  if (!work_->close_after) {
    work_.reset();
    if (in_.empty()) Release(in_);
    phase_ = Phase::kHead;
    SetDeadline(host_->draining ? kDrainGrace : host_->options.idle_timeout);
    // Nearly nobody has sent the next request yet, and the wait tells of one that is there; only of what TLS has
    // unsealed already it knows nothing.
    return in_.empty() && tls_ == nullptr ? AwaitReadable() : Next::kAgain;
  }
  // Of the request and its answer nothing is needed any more, but for the count of what is read after it.
  work_ = std::make_unique<Work>();
  boost::system::error_code error;
  if (tls_ != nullptr) tls_->SayGoodbye();
  socket_.shutdown(boost::asio::ip::tcp::socket::shutdown_send, error);
  in_ = std::string();
  phase_ = Phase::kLinger;
  SetDeadline(host_->options.linger_timeout);
  return Next::kAgain;
}

Connection::Received Connection::Receive(size_t at_most) {
  thread_local std::array<char, kReadSize> buffer;
  if (tls_ != nullptr) {
    tls::Stream::Moved moved = tls_->Read(buffer.data(), std::min(at_most, buffer.size()));
    read_wants_write_ = moved.state == tls::Stream::State::kWantWrite;
    if (moved.state == tls::Stream::State::kEnd) return Received::kEnd;
    if (moved.state != tls::Stream::State::kDone) return Received::kNone;
    in_.append(buffer.data(), moved.bytes);
    if (phase_ == Phase::kStream) SetDeadline(host_->options.stall_timeout);
    return Received::kSome;
  }
  while (true) {
    ssize_t n = ::recv(socket_.native_handle(), buffer.data(), std::min(at_most, buffer.size()), 0);
    if (n > 0) {
      in_.append(buffer.data(), static_cast<size_t>(n));
      if (phase_ == Phase::kStream) SetDeadline(host_->options.stall_timeout);
      return Received::kSome;
    }
    if (n < 0 && errno == EINTR) continue;
    return n < 0 && errno == EAGAIN ? Received::kNone : Received::kEnd;
  }
}

Connection::Next Connection::AwaitReadable() {
  if (std::exchange(read_wants_write_, false)) return AwaitWritable();
  if (awaiting_read_) return Next::kWait;
  awaiting_read_ = true;
  socket_.async_wait(boost::asio::ip::tcp::socket::wait_read, [self = shared_from_this()](boost::system::error_code) {
    absl::MutexLock lock(&self->mutex_);
    self->awaiting_read_ = false;
    while (self->Step() == Next::kAgain) {
    }
  });
  return Next::kWait;
}

Connection::Next Connection::AwaitWritable() {
  if (awaiting_write_) return Next::kWait;
  awaiting_write_ = true;
  socket_.async_wait(boost::asio::ip::tcp::socket::wait_write, [self = shared_from_this()](boost::system::error_code) {
    absl::MutexLock lock(&self->mutex_);
    self->awaiting_write_ = false;
    while (self->Step() == Next::kAgain) {
    }
  });
  return Next::kWait;
}

void Connection::SetDeadline(absl::Duration after) { deadline_ = absl::Now() + after; }

}  // namespace academy::http

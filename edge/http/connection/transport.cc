#include "edge/http/connection/transport.h"

#include <netinet/tcp.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

namespace academy::http {
namespace {

constexpr int64_t kSendfileSize = 1024 * 1024;
// Bytes that the kernel keeps before it can send them. Its own limit is megabytes, and a client that does not read
// would hold them: few such clients would use up the memory that the kernel has for the TCP of the whole machine.
constexpr int kUnsent = 64 * 1024;
// Of a file, read to be sent over TLS: some records.
constexpr int64_t kSealSize = 64 * 1024;

}  // namespace

Transport::Transport(boost::asio::io_context& io, int fd, std::unique_ptr<tls::Stream> tls)
    : socket_(io), tls_(std::move(tls)) {
  boost::system::error_code error;
  socket_.assign(boost::asio::ip::tcp::v4(), fd, error);
  socket_.native_non_blocking(true, error);
  socket_.set_option(boost::asio::ip::tcp::no_delay(true), error);
  ::setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsent, sizeof(kUnsent));
}

Transport::Opening Transport::Open(tls::Context& context) {
  if (tls_ == nullptr) {
    unsigned char first = 0;
    ssize_t n = ::recv(socket_.native_handle(), &first, 1, MSG_PEEK);
    awaited_ = Ready::kReadable;
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return Opening::kLater;
    if (n <= 0) return Opening::kFailed;
    if (!tls::Context::IsTls(first)) return Opening::kPlain;
    tls_ = context.Accept(socket_.native_handle());
    if (tls_ == nullptr) return Opening::kFailed;
  }
  switch (tls_->Handshake()) {
    case tls::Stream::State::kDone:
      return Opening::kDone;
    case tls::Stream::State::kWantRead:
      awaited_ = Ready::kReadable;
      return Opening::kLater;
    case tls::Stream::State::kWantWrite:
      awaited_ = Ready::kWritable;
      return Opening::kLater;
    case tls::Stream::State::kEnd:
      break;
  }
  return Opening::kFailed;
}

Transport::Received Transport::Receive(size_t at_most, std::string& to) {
  thread_local std::array<char, kReadSize> buffer;
  at_most = std::min(at_most, buffer.size());
  if (tls_ != nullptr) {
    tls::Stream::Moved moved = tls_->Read(buffer.data(), at_most);
    if (moved.state == tls::Stream::State::kEnd) return Received::kEnd;
    // A record waits to be sent before anything can be read.
    awaited_ = moved.state == tls::Stream::State::kWantWrite ? Ready::kWritable : Ready::kReadable;
    if (moved.state != tls::Stream::State::kDone) return Received::kNone;
    to.append(buffer.data(), moved.bytes);
    return Received::kSome;
  }
  awaited_ = Ready::kReadable;
  while (true) {
    ssize_t n = ::recv(socket_.native_handle(), buffer.data(), at_most, 0);
    if (n > 0) {
      to.append(buffer.data(), static_cast<size_t>(n));
      return Received::kSome;
    }
    if (n < 0 && errno == EINTR) continue;
    return n < 0 && errno == EAGAIN ? Received::kNone : Received::kEnd;
  }
}

ssize_t Transport::Send(std::string_view bytes, bool more) {
  awaited_ = Ready::kWritable;
  if (tls_ == nullptr) {
    return ::send(socket_.native_handle(), bytes.data(), bytes.size(), MSG_NOSIGNAL | (more ? MSG_MORE : 0));
  }
  tls::Stream::Moved moved = tls_->Write(bytes.data(), bytes.size());
  if (moved.state == tls::Stream::State::kDone) return static_cast<ssize_t>(moved.bytes);
  // A record waits to be read before anything can be sent.
  if (moved.state == tls::Stream::State::kWantRead) awaited_ = Ready::kReadable;
  errno = moved.state == tls::Stream::State::kEnd ? ECONNRESET : EAGAIN;
  return -1;
}

ssize_t Transport::SendBoth(std::string_view first, std::string_view second) {
  if (tls_ != nullptr) return Send(first, /*more=*/true);
  awaited_ = Ready::kWritable;
  // Only read.
  std::array<iovec, 2> pieces = {{{.iov_base = const_cast<char*>(first.data()), .iov_len = first.size()},
                                  {.iov_base = const_cast<char*>(second.data()), .iov_len = second.size()}}};
  msghdr message{};
  message.msg_iov = pieces.data();
  message.msg_iovlen = pieces.size();
  return ::sendmsg(socket_.native_handle(), &message, MSG_NOSIGNAL);
}

bool Transport::IsCached(const FileRange& file) {
  // The kernel keeps files in runs of pages: the two ends of what is sent next tell of what is between them.
  int64_t size = std::min(kSendfileSize, file.length);
  char byte = 0;
  iovec place = {.iov_base = &byte, .iov_len = 1};
  return ::preadv2(file.fd, &place, 1, file.offset, RWF_NOWAIT) == 1 &&
         ::preadv2(file.fd, &place, 1, file.offset + size - 1, RWF_NOWAIT) == 1;
}

ssize_t Transport::SendFile(const FileRange& file) {
  if (tls_ == nullptr) {
    awaited_ = Ready::kWritable;
    off_t at = file.offset;
    return ::sendfile(socket_.native_handle(), file.fd, &at, static_cast<size_t>(std::min(kSendfileSize, file.length)));
  }
  // After EAGAIN the same bytes are read again, as TLS wants it.
  thread_local std::array<char, kSealSize> buffer;
  ssize_t n = ::pread(file.fd, buffer.data(), static_cast<size_t>(std::min(kSealSize, file.length)), file.offset);
  return n <= 0 ? n : Send(std::string_view(buffer.data(), static_cast<size_t>(n)), false);
}

void Transport::EndWriting() {
  if (tls_ != nullptr) tls_->SayGoodbye();
  boost::system::error_code error;
  socket_.shutdown(boost::asio::ip::tcp::socket::shutdown_send, error);
}

void Transport::Close() {
  boost::system::error_code error;
  socket_.close(error);
}

void Transport::BreakOff() {
  boost::system::error_code error;
  socket_.set_option(boost::asio::socket_base::linger(true, 0), error);
  Close();
}

int Transport::Release(std::unique_ptr<tls::Stream>& tls) {
  boost::system::error_code error;
  int fd = socket_.release(error);
  if (error) return -1;
  tls = std::move(tls_);
  return fd;
}

}  // namespace academy::http

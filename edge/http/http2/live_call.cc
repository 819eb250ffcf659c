#include "edge/http/http2/live_call.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <charconv>
#include <string_view>
#include <utility>

#include "edge/http/response/transport_security.h"
#include "services/platform/base/clock.h"
#include "services/platform/crypto/random.h"

namespace academy::http {
namespace {

constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr size_t kStatusAt = std::string_view("HTTP/1.1 ").size();

Response NoAnswer() {
  std::string id = NewId(Clock::System().Now());
  Response answer = RefusalAnswer(503, id);
  answer.headers.emplace_back("X-Request-Id", id);
  return answer;
}

}  // namespace

Response ReadLiveAnswer(std::string_view text) {
  size_t end = text.find(kHeadEnd);
  if (end == text.npos || end < kStatusAt) return NoAnswer();
  Response answer;
  std::string_view head = text.substr(0, end);
  std::from_chars(head.data() + kStatusAt, head.data() + head.size(), answer.status);
  bool secured = false;
  for (size_t at = head.find("\r\n"); at != head.npos; at = head.find("\r\n", at)) {
    at += 2;
    std::string_view line = head.substr(at, head.find("\r\n", at) - at);
    size_t colon = line.find(": ");
    if (colon == line.npos) continue;
    std::string_view name = line.substr(0, colon);
    secured |= name == "Strict-Transport-Security";
    // They concern the pair of sockets.
    if (name == "Connection" || name == "Content-Length") continue;
    answer.headers.emplace_back(name, line.substr(colon + 2));
  }
  // The gateway does not see that the client came over TLS.
  if (!secured) answer.headers.emplace_back("Strict-Transport-Security", kTransportSecurity);
  answer.body = text.substr(end + kHeadEnd.size());
  return answer;
}

std::shared_ptr<LiveCall> LiveCall::Begin(ConnectionHost& host, Head head, std::string body, const std::string& peer,
                                          std::function<void(Response answer)> done) {
  std::array<int, 2> pair{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair.data()) != 0) return nullptr;
  if (std::max(pair[0], pair[1]) >= host.options.max_descriptor) {
    for (int fd : pair) ::close(fd);
    return nullptr;
  }
  head.keep_alive = false;
  head.open_ended = false;
  head.expects_continue = false;
  head.content_length = body.size();
  std::shared_ptr<LiveCall> call(
      new LiveCall(Socket(host.io, boost::asio::local::stream_protocol(), pair[0]), std::move(done)));
  host.hooks.adopt_live(
      {.fd = pair[1], .tls = nullptr, .head = std::move(head), .bytes = std::move(body), .remote_address = peer});
  call->Read();
  return call;
}

LiveCall::LiveCall(Socket socket, std::function<void(Response answer)> done)
    : socket_(std::move(socket)), done_(std::move(done)) {}

void LiveCall::Cancel() {
  std::function<void(Response answer)> done;
  absl::MutexLock lock(&mutex_);
  done.swap(done_);
  boost::system::error_code error;
  socket_.close(error);
}

void LiveCall::Read() {
  absl::MutexLock lock(&mutex_);
  if (done_ == nullptr) return;
  socket_.async_read_some(
      boost::asio::buffer(buffer_),
      [self = shared_from_this()](boost::system::error_code error, size_t count) { self->OnBytes(!!error, count); });
}

void LiveCall::OnBytes(bool ended, size_t count) {
  answer_.append(buffer_.data(), count);
  if (!ended) return Read();
  std::function<void(Response answer)> done;
  {
    absl::MutexLock lock(&mutex_);
    done.swap(done_);
    boost::system::error_code error;
    socket_.close(error);
  }
  if (done) done(ReadLiveAnswer(answer_));
}

}  // namespace academy::http

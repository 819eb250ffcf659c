#include "edge/http/listener.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"

namespace academy::http {
namespace {

constexpr int kBacklog = 4096;

// How long Stop waits for the backlog to empty, and how often it checks. A connection is not counted until its
// handshake is done, so the backlog must be seen empty twice in a row.
constexpr absl::Duration kBacklogLimit = absl::Milliseconds(500);
constexpr absl::Duration kBacklogStep = absl::Milliseconds(10);
// While there is no descriptor for a connection.
constexpr absl::Duration kShortage = absl::Milliseconds(1);

// Makes the kernel drop new connection attempts. A client retries within a second and then reaches the next listener,
// if there is one.
void PassOverNewcomers(int listener) {
  // The socket's filter sees the TCP header (RFC 9293 section 3.1): byte 13 has the flags, of which SYN is 2.
  std::array<sock_filter, 4> code = {{
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x02, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, 0),
      BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
  }};
  sock_fprog program{.len = code.size(), .filter = code.data()};
  // If the filter cannot be attached, a connection made at the last moment is reset.
  ::setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program));
}

void AwaitEmptyBacklog(int listener) {
  absl::Duration limit = SteadyNow() + kBacklogLimit;
  for (int empty = 0; empty < 3 && SteadyNow() < limit; absl::SleepFor(kBacklogStep)) {
    tcp_info info{};
    socklen_t size = sizeof(info);
    if (::getsockopt(listener, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return;
    // On a listening socket this counts the connections waiting to be accepted.
    empty = info.tcpi_unacked == 0 ? empty + 1 : 0;
  }
}

int PortOf(int listener) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  if (::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  if (address.ss_family == AF_INET) return ntohs(reinterpret_cast<sockaddr_in*>(&address)->sin_port);
  if (address.ss_family == AF_INET6) return ntohs(reinterpret_cast<sockaddr_in6*>(&address)->sin6_port);
  return 0;
}

// Listens on one address; -1 where that is impossible.
int Listen(const addrinfo& address) {
  int listener = ::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol);
  if (listener < 0) return -1;
  int yes = 1;
  int no = 0;
  // Not SO_REUSEPORT, by which a second edge would silently take half of this port's connections.
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  if (address.ai_family == AF_INET6) ::setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no));
  if (::bind(listener, address.ai_addr, address.ai_addrlen) == 0 && ::listen(listener, kBacklog) == 0) return listener;
  ::close(listener);
  return -1;
}

}  // namespace

Listener::Listener() : ended_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Listener::~Listener() {
  if (socket_ >= 0) ::close(socket_);
  ::close(ended_);
}

absl::StatusOr<int> Listener::Bind(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) == 0) {
    std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
    for (addrinfo* each = found; each != nullptr && socket_ < 0; each = each->ai_next) socket_ = Listen(*each);
  }
  if (socket_ < 0) {
    return Error(absl::StatusCode::kUnavailable, "address_taken",
                 "cannot listen on " + host + ":" + std::to_string(port) +
                     ": is something else running there? Choose another --port");
  }
  return PortOf(socket_);
}

absl::StatusOr<int> Listener::Inherit(int socket) {
  int listening = 0;
  socklen_t size = sizeof(listening);
  if (::getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || listening == 0) {
    ::close(socket);
    return Error(absl::StatusCode::kFailedPrecondition, "not_listening", "what was passed on is no listening socket");
  }
  socket_ = socket;
  return PortOf(socket_);
}

void Listener::Accept(const std::function<void(int fd)>& adopt) {
  bool over = false;
  while (!over) {
    std::array<pollfd, 2> awaited = {
        {{.fd = socket_, .events = POLLIN, .revents = 0}, {.fd = ended_, .events = POLLIN, .revents = 0}}};
    over = ::poll(awaited.data(), awaited.size(), -1) > 0 && awaited[1].revents != 0;
    AcceptAll(adopt);
  }
  ::close(socket_.exchange(-1));
}

void Listener::AcceptAll(const std::function<void(int fd)>& adopt) const {
  while (true) {
    int fd = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) {
      adopt(fd);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      return absl::SleepFor(kShortage);
    } else if (errno != EINTR && errno != ECONNABORTED) {
      // EAGAIN, most of the time: there is no more.
      return;
    }
  }
}

void Listener::Stop() {
  PassOverNewcomers(socket_);
  // Closing the socket resets what nobody has accepted.
  AwaitEmptyBacklog(socket_);
  ::shutdown(socket_, SHUT_RDWR);
  Leave();
}

void Listener::Leave() {
  uint64_t one = 1;
  // It cannot fail: nobody counts up to the limit.
  [[maybe_unused]] ssize_t written = ::write(ended_, &one, sizeof(one));
}

}  // namespace academy::http

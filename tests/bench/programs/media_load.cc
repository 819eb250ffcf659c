// media_load PORT SECONDS CONNECTIONS PATH...: downloads repeatedly from 127.0.0.1 and discards the bytes in the
// kernel, so that the client costs next to nothing. Prints {"bytes", "requests", "failed", "seconds", "p50", "p99"},
// the last two in milliseconds from a request to its last byte.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr size_t kMaxCount = 1 << 20;

struct Connection {
  int fd = -1;
  size_t next = 0;
  std::string head;
  // Bytes of the body still to come; -1 until the head is complete.
  int64_t left = -1;
  std::chrono::steady_clock::time_point asked = {};
};

struct Totals {
  int64_t bytes = 0;
  int64_t requests = 0;
  int64_t failed = 0;
  // Milliseconds.
  std::vector<double> took = {};
};

double Quantile(std::vector<double>& values, double part) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(part * static_cast<double>(values.size())))];
}

int Connect(int port) {
  int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
    std::perror("connect");
    std::exit(1);
  }
  int yes = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  return fd;
}

void Ask(Connection& connection, const std::vector<std::string>& paths) {
  const std::string& path = paths[connection.next++ % paths.size()];
  std::string request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  connection.head.clear();
  connection.left = -1;
  connection.asked = std::chrono::steady_clock::now();
  if (::send(connection.fd, request.data(), request.size(), MSG_NOSIGNAL) < 0) std::exit(1);
}

// False if the server hung up.
bool Take(Connection& connection, Totals& totals, const std::vector<std::string>& paths) {
  static char buffer[4096];
  while (true) {
    bool in_head = connection.left < 0;
    ssize_t got = in_head ? ::recv(connection.fd, buffer, sizeof(buffer), MSG_DONTWAIT)
                          : ::recv(connection.fd, nullptr, std::min<size_t>(kMaxCount, connection.left),
                                   MSG_TRUNC | MSG_DONTWAIT);
    if (got < 0) return errno == EAGAIN;
    if (got == 0) return false;
    totals.bytes += got;
    if (in_head) {
      connection.head.append(buffer, static_cast<size_t>(got));
      size_t end = connection.head.find("\r\n\r\n");
      if (end == std::string::npos) continue;
      size_t field = connection.head.find("Content-Length: ");
      if (!connection.head.starts_with("HTTP/1.1 200") || field > end) ++totals.failed;
      int64_t length = field > end ? 0 : std::atoll(connection.head.c_str() + field + 16);
      connection.left = length - static_cast<int64_t>(connection.head.size() - end - 4);
    } else {
      connection.left -= got;
    }
    if (connection.left > 0) continue;
    ++totals.requests;
    std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - connection.asked;
    totals.took.push_back(took.count());
    Ask(connection, paths);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  int port = std::atoi(argv[1]);
  double seconds = std::atof(argv[2]);
  std::vector<Connection> connections(static_cast<size_t>(std::atoi(argv[3])));
  std::vector<std::string> paths(argv + 4, argv + argc);
  int epoll = ::epoll_create1(0);
  auto begin = std::chrono::steady_clock::now();
  for (size_t i = 0; i < connections.size(); ++i) {
    connections[i].fd = Connect(port);
    connections[i].next = i;
    epoll_event event{.events = EPOLLIN, .data = {.ptr = &connections[i]}};
    ::epoll_ctl(epoll, EPOLL_CTL_ADD, connections[i].fd, &event);
    Ask(connections[i], paths);
  }
  Totals totals;
  double took = 0;
  while ((took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()) < seconds) {
    epoll_event events[64];
    int count = ::epoll_wait(epoll, events, 64, 100);
    for (int i = 0; i < count; ++i) {
      auto& connection = *static_cast<Connection*>(events[i].data.ptr);
      if (Take(connection, totals, paths)) continue;
      ++totals.failed;
      ::close(connection.fd);
      connection.fd = Connect(port);
      epoll_event event{.events = EPOLLIN, .data = {.ptr = &connection}};
      ::epoll_ctl(epoll, EPOLL_CTL_ADD, connection.fd, &event);
      Ask(connection, paths);
    }
  }
  std::printf("{\"bytes\":%lld,\"requests\":%lld,\"failed\":%lld,\"seconds\":%.3f,\"p50\":%.2f,\"p99\":%.2f}\n",
              static_cast<long long>(totals.bytes), static_cast<long long>(totals.requests),
              static_cast<long long>(totals.failed), took, Quantile(totals.took, 0.5), Quantile(totals.took, 0.99));
  return 0;
}

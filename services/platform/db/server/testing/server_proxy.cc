#include "services/platform/db/server/testing/server_proxy.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string_view>
#include <vector>

namespace academy {
namespace {

// Passes on what has arrived; false at the end.
bool Pass(int from, int to) {
  std::array<char, 65536> bytes;
  ssize_t count = ::recv(from, bytes.data(), bytes.size(), 0);
  ssize_t sent = 0;
  while (sent < count) {
    ssize_t now = ::send(to, bytes.data() + sent, static_cast<size_t>(count - sent), MSG_NOSIGNAL);
    if (now <= 0) return false;
    sent += now;
  }
  return count > 0;
}

}  // namespace

ServerProxy::ServerProxy(const std::string& url) : url_(url) {
  PQconninfoOption* options = PQconninfoParse(url.c_str(), nullptr);
  for (PQconninfoOption* option = options; option != nullptr && option->keyword != nullptr; ++option) {
    const std::string_view keyword = option->keyword;
    if (keyword == "host" && option->val != nullptr) server_host_ = option->val;
    if (keyword == "port") server_port_ = option->val == nullptr ? option->compiled : option->val;
  }
  PQconninfoFree(options);
  EXPECT_TRUE(server_host_.starts_with('/')) << "not a folder of sockets: " << server_host_;

  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = ::inet_addr(address_.c_str());
  socklen_t size = sizeof(address);
  EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(::listen(listener_, 64), 0);
  EXPECT_EQ(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size), 0);
  port_ = ntohs(address.sin_port);
  EXPECT_EQ(::pipe(wake_), 0);
  thread_ = std::thread([this] { Run(); });
}

ServerProxy::~ServerProxy() {
  {
    absl::MutexLock lock(&mutex_);
    stop_ = true;
  }
  Wake();
  thread_.join();
  absl::MutexLock lock(&mutex_);
  for (const Pair& pair : pairs_) {
    ::close(pair.client);
    ::close(pair.server);
  }
  for (int descriptor : {listener_, wake_[0], wake_[1]}) ::close(descriptor);
}

std::string ServerProxy::With(const std::string& host, const std::string& port) const {
  std::string url;
  size_t begin = url_.find('?') + 1;
  url = url_.substr(0, begin) + "host=" + host + "&port=" + port;
  while (begin < url_.size()) {
    size_t end = std::min(url_.find('&', begin), url_.size());
    const std::string part = url_.substr(begin, end - begin);
    if (!part.starts_with("host=") && !part.starts_with("port=")) url += "&" + part;
    begin = end + 1;
  }
  return url;
}

std::string ServerProxy::url_with_server() const {
  return With(address_ + "," + server_host_, std::to_string(port_) + "," + server_port_);
}

void ServerProxy::Wake() const { EXPECT_EQ(::write(wake_[1], "w", 1), 1); }

void ServerProxy::Silence() {
  SilenceOpenConnections();
  {
    absl::MutexLock lock(&mutex_);
    silent_ = true;
  }
  Wake();
}

void ServerProxy::SilenceOpenConnections() {
  absl::MutexLock lock(&mutex_);
  for (Pair& pair : pairs_) pair.silent = true;
  Wake();
}

int64_t ServerProxy::connections() const {
  absl::MutexLock lock(&mutex_);
  return accepted_;
}

void ServerProxy::AwaitConnections(int64_t count) {
  absl::MutexLock lock(&mutex_);
  const int64_t wanted = accepted_ + count;
  auto reached = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return accepted_ >= wanted; };
  mutex_.Await(absl::Condition(&reached));
}

void ServerProxy::Accept() {
  int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = server_host_ + "/.s.PGSQL." + server_port_;
  EXPECT_LT(path.size(), sizeof(address.sun_path));
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  EXPECT_EQ(::connect(server, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0) << path;
  absl::MutexLock lock(&mutex_);
  pairs_.push_back({client, server});
  ++accepted_;
}

void ServerProxy::Run() {
  while (true) {
    std::vector<pollfd> polled = {{wake_[0], POLLIN, 0}};
    std::vector<Pair> pairs;
    {
      absl::MutexLock lock(&mutex_);
      if (stop_) return;
      if (!silent_) polled.push_back({listener_, POLLIN, 0});
      for (const Pair& pair : pairs_) {
        if (pair.silent) continue;
        pairs.push_back(pair);
        polled.push_back({pair.client, POLLIN, 0});
        polled.push_back({pair.server, POLLIN, 0});
      }
    }
    const size_t first = polled.size() - 2 * pairs.size();
    ::poll(polled.data(), polled.size(), -1);
    if (polled[0].revents != 0) {
      std::array<char, 64> bytes;
      EXPECT_GT(::read(wake_[0], bytes.data(), bytes.size()), 0);
      // What arrived meanwhile is not passed on before it is known who is silent.
      continue;
    }
    for (size_t i = 0; i < pairs.size(); ++i) {
      const Pair& pair = pairs[i];
      if ((polled[first + 2 * i].revents == 0 || Pass(pair.client, pair.server)) &&
          (polled[first + 2 * i + 1].revents == 0 || Pass(pair.server, pair.client))) {
        continue;
      }
      ::close(pair.client);
      ::close(pair.server);
      absl::MutexLock lock(&mutex_);
      pairs_.remove_if([&](const Pair& one) { return one.client == pair.client; });
    }
    if (first == 2 && polled[1].revents != 0) Accept();
  }
}

}  // namespace academy

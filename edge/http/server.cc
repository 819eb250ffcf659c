#include "edge/http/server.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "edge/http/connection/connection.h"
#include "edge/http/connection/connection_host.h"
#include "edge/http/listener.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/crypto/random.h"

namespace academy::http {
namespace {

constexpr std::chrono::milliseconds kSweepInterval(500);

int WorkersOf(const ServerOptions& options) {
  constexpr int kMinWorkers = 4;
  if (options.workers > 0) return options.workers;
  return std::max(kMinWorkers, 2 * static_cast<int>(std::thread::hardware_concurrency()));
}

// The peer's address without port; an IPv4 address mapped into IPv6 is written as IPv4.
std::string PeerOf(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  char text[NI_MAXHOST] = "";
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return "";
  ::getnameinfo(reinterpret_cast<sockaddr*>(&address), size, text, sizeof(text), nullptr, 0, NI_NUMERICHOST);
  std::string_view peer = text;
  if (peer.starts_with("::ffff:")) peer.remove_prefix(7);
  return std::string(peer);
}

}  // namespace

class Server::Impl {
 public:
  Impl(ServerOptions options, ServerHooks hooks)
      : host_(std::make_shared<ConnectionHost>(std::move(options), std::move(hooks))),
        work_(boost::asio::make_work_guard(host_->io)),
        sweeper_(host_->io) {}

  ~Impl() {
    Drain(absl::ZeroDuration());
    for (const auto& connection : Connections()) connection->Abort();
    // The file threads finish their queue, which is short because the connections are closed.
    host_->files.join();
    work_.reset();
    host_->io.stop();
    for (std::thread& worker : workers_) worker.join();
    // Timers are not thread-safe, and only now does no other thread use this one.
    sweeper_.cancel();
    // Runs the cancelled waits' handlers, which release their connections.
    host_->io.restart();
    host_->io.poll();
  }

  absl::StatusOr<int> Start(std::optional<int> inherited) {
    absl::StatusOr<int> port = inherited.has_value() ? listener_.Inherit(*inherited)
                                                     : listener_.Bind(host_->options.bind, host_->options.port);
    if (!port.ok()) return port;
    for (int i = 0; i < WorkersOf(host_->options); ++i) workers_.emplace_back([this] { host_->io.run(); });
    boost::asio::post(host_->io, [this] { Sweep(); });
    acceptor_ = std::thread([this] { listener_.Accept([this](int fd) { Adopt({.fd = fd}, false); }); });
    return port;
  }

  int listening_socket() const { return listener_.socket(); }

  void Adopt(Handover incoming, bool again) {
    if (!again) ++accepted_;
    if (incoming.fd >= host_->options.max_descriptor) return TurnAway(incoming.fd);
    incoming.remote_address = PeerOf(incoming.fd);
    // All clients behind a proxy share its address.
    bool limited = !host_->options.proxies.Trusts(incoming.remote_address);
    int fd = incoming.fd;
    std::shared_ptr<Connection> connection;
    {
      absl::MutexLock lock(&host_->mutex);
      const ServerOptions& options = host_->options;
      bool full =
          host_->open.size() >= options.max_connections || (limited && !host_->MayConnect(incoming.remote_address));
      if (!full) {
        host_->CountIn(incoming.remote_address);
        connection = std::make_shared<Connection>(host_, std::move(incoming), again);
        host_->open.emplace(connection.get(), connection);
      }
    }
    if (connection == nullptr) return TurnAway(fd);
    boost::asio::post(host_->io, [connection] { connection->Run(); });
  }

  void Retire() {
    if (host_->retiring.exchange(true)) return;
    listener_.Leave();
    if (acceptor_.joinable()) acceptor_.join();
    for (const auto& connection : Connections()) connection->Retire();
  }

  void Drain(absl::Duration at_most) {
    if (!host_->draining.exchange(true) && acceptor_.joinable()) {
      listener_.Stop();
      acceptor_.join();
    }
    for (const auto& connection : Connections()) connection->Drain();
    ConnectionHost& host = *host_;
    absl::MutexLock lock(&host.mutex);
    host.closed.Await(host.mutex, at_most,
                      [&host]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(host.mutex) { return host.open.empty(); });
  }

  ServerStats Stats() const {
    absl::MutexLock lock(&host_->mutex);
    return {.connections = host_->open.size(),
            .accepted = accepted_,
            .turned_away = turned_away_,
            .body_bytes = host_->bodies.used()};
  }

 private:
  void TurnAway(int fd) {
    ++turned_away_;
    std::string id = NewId(Clock::System().Now());
    Response answer = FailureResponse(503, "too_many_connections", "Too many connections, please try again later", id);
    answer.headers.emplace_back("Retry-After", "1");
    answer.headers.emplace_back("X-Request-Id", id);
    std::string out;
    // Before the TLS handshake there is no way to send the answer.
    if (host_->options.tls == nullptr) {
      host_->engine.WriteHead(answer, false, true, out);
      out += answer.body;
    }
    ::send(fd, out.data(), out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::close(fd);
  }

  std::vector<std::shared_ptr<OpenConnection>> Connections() {
    std::vector<std::shared_ptr<OpenConnection>> connections;
    absl::MutexLock lock(&host_->mutex);
    connections.reserve(host_->open.size());
    for (const auto& [_, weak] : host_->open) {
      if (auto connection = weak.lock()) connections.push_back(std::move(connection));
    }
    return connections;
  }

  // One timer for all connections; a timer each would cost more than the connection itself.
  void Sweep() {
    absl::Duration now = SteadyNow();
    for (const auto& connection : Connections()) connection->Sweep(now);
    sweeper_.expires_after(kSweepInterval);
    sweeper_.async_wait([this](boost::system::error_code error) {
      if (!error) Sweep();
    });
  }

  const std::shared_ptr<ConnectionHost> host_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  boost::asio::steady_timer sweeper_;
  Listener listener_;
  std::vector<std::thread> workers_;
  std::thread acceptor_;
  std::atomic<uint64_t> accepted_ = 0;
  std::atomic<uint64_t> turned_away_ = 0;
};

Server::Server(ServerOptions options, ServerHooks hooks)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(hooks))) {}
Server::~Server() = default;

absl::StatusOr<int> Server::Start(std::optional<int> inherited) { return impl_->Start(inherited); }
int Server::listening_socket() const { return impl_->listening_socket(); }
void Server::HandBack(Handover connection) { impl_->Adopt(std::move(connection), true); }
void Server::Retire() { impl_->Retire(); }
void Server::Drain(absl::Duration at_most) { impl_->Drain(at_most); }
ServerStats Server::Stats() const { return impl_->Stats(); }

}  // namespace academy::http

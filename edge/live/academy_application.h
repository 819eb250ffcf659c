// The academy's Socket.IO application: who may connect, and the events onlineUsers, onlineCount, anotherDevice and
// logout.
//
// Not thread-safe: used on the gateway's thread only, except connections().
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "edge/live/connections.h"
#include "edge/live/socketio/socket_io.h"

namespace academy::live {

class AcademyApplication final : public SocketApplication {
 public:
  // Runs a function on the gateway's thread; drops it after that thread has ended. Thread-safe and copyable.
  using Post = std::function<void(std::function<void()>)>;

  // How many token checks may be in flight at once, and how many may start in one tick.
  struct Pace {
    size_t at_once = 16;
    size_t a_tick = 16;
  };

  // `checker` and `presence` must outlive this. `next_tick` must have Tick called once, one tick later.
  AcademyApplication(SessionChecker& checker, PresenceListener& presence, Pace pace, std::function<void()> next_tick,
                     Post post)
      : checker_(checker), presence_(presence), pace_(pace), next_tick_(std::move(next_tick)), post_(std::move(post)) {}

  // Starts a new tick: more checks may begin.
  void Tick();

  // As in PresenceSink, except that the push is sent at once.
  void SetOnlineLearners(const OnlineLearners& online);
  void PushAndClose(const LivePush& push);
  // Rechecks the sessions of one kRecheckParts-th of the connections, and ends the connections whose session has ended.
  // Each call takes the next part.
  void CheckNextPart();
  static constexpr size_t kRecheckParts = 60;

  // The number of accepted connections. Any thread.
  size_t connections() const { return connections_total_; }

  bool HasNamespace(std::string_view nsp) const override { return nsp == "/"; }
  void OnConnect(std::shared_ptr<Socket> socket, const std::string& auth) override;
  void OnEvent(Socket& socket, const SocketEvent& event) override;
  void OnDisconnect(Socket& socket) override;

 private:
  struct Connection {
    std::shared_ptr<Socket> socket;
    Identity identity;
    size_t part = 0;
  };

  struct Newcomer {
    std::weak_ptr<Socket> socket;
    std::string token;
  };

  void CheckNewcomers();
  void OnChecked(const std::weak_ptr<Socket>& socket, absl::StatusOr<Identity> identity);
  void Admit(std::shared_ptr<Socket> socket, Identity identity);

  SessionChecker& checker_;
  PresenceListener& presence_;
  const Pace pace_;
  const std::function<void()> next_tick_;
  const Post post_;
  // Clients waiting for their token check; the number of checks in flight, and of those started in this tick.
  std::deque<Newcomer> newcomers_;
  size_t checking_ = 0;
  size_t begun_ = 0;
  std::unordered_map<std::string, Connection> connections_;
  // The number of connections of each manager and learner.
  std::unordered_map<std::string, size_t> held_;
  // The part of the next connection, and the part to recheck next.
  size_t next_part_ = 0;
  size_t next_checked_ = 0;
  // The last online list, or its size, formatted; nullopt before presence has sent one.
  std::optional<Frame> online_;
  std::atomic<size_t> connections_total_ = 0;
};

}  // namespace academy::live

// What the academy says over Socket.IO: who may connect, and the events onlineUsers, anotherDevice and logout.
//
// Not thread-safe: everything here lives on the gateway's thread.
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
  // Runs a function on the gateway's thread; nothing once that has ended. Thread-safe and copyable.
  using Post = std::function<void(std::function<void()>)>;

  // Tokens that are checked at a time, and begun to be checked in one tick.
  struct Pace {
    size_t at_once = 16;
    size_t a_tick = 16;
  };

  // `next_tick` lets Tick be called once, a tick later.
  AcademyApplication(SessionChecker& checker, PresenceListener& presence, Pace pace, std::function<void()> next_tick,
                     Post post)
      : checker_(checker), presence_(presence), pace_(pace), next_tick_(std::move(next_tick)), post_(std::move(post)) {}

  void Tick();

  void SetOnlineLearners(const std::vector<std::string>& learner_ids);
  void PushAndClose(const LivePush& push);
  // Looks again at the sessions of one part in kRecheckParts of the connections, and ends those whose session has
  // ended. The parts come in turn.
  void CheckNextPart();
  static constexpr size_t kRecheckParts = 60;

  // Accepted connections. Any thread.
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
  // Whose token is to be checked; how many are being checked, and were begun in this tick.
  std::deque<Newcomer> newcomers_;
  size_t checking_ = 0;
  size_t begun_ = 0;
  std::unordered_map<std::string, Connection> connections_;
  // Connections of each manager and learner.
  std::unordered_map<std::string, size_t> held_;
  // The next connection's part, and the next to be looked at again.
  size_t next_part_ = 0;
  size_t next_checked_ = 0;
  // The last whole list, formatted; nothing before presence has sent one.
  std::optional<Frame> online_;
  std::atomic<size_t> connections_total_ = 0;
};

}  // namespace academy::live

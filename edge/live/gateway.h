// The Socket.IO gateway: live connections of learners and managers, over long-polling and WebSocket, on connections
// that the edge's front door hands over.
//
// All public methods are thread-safe. The gateway runs one thread of its own; callbacks are called on it and must not
// block it. No Boost type appears here, so that only edge/live pays for compiling Boost.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "edge/http/forwarded.h"
#include "edge/http/handover.h"
#include "edge/live/connections.h"

namespace academy::live {

struct GatewayOptions {
  // Heartbeats, milliseconds: a client that stays silent for their sum is gone.
  int ping_interval_ms = 25'000;
  int ping_timeout_ms = 20'000;
  // An Engine.IO session without an admitted Socket.IO connection ends after this, milliseconds.
  int connect_timeout_ms = 45'000;
  // The session of each admitted connection is looked at again this often, milliseconds: its end is pushed by presence,
  // but must not depend on it.
  int recheck_interval_ms = 60'000;
  // Tokens that are checked at a time, and begun to be checked within 10 ms (0: eight for each core); others wait. An
  // edge or a service that starts again has everybody back at once: whoever calls by REST meanwhile must wait behind a
  // few of them, and find a core that is free now and then.
  size_t checks_at_once = 16;
  size_t checks_a_tick = 0;
  // Bytes of one message, and of the body of one polling request.
  size_t max_payload = 64 * 1024;
  // Bytes that may wait for one client; more while this is exceeded cuts it.
  size_t max_backlog = 1024 * 1024;
  // TCP connections, and likewise sessions, of one remote address; more are answered with 429. Loopback is exempt: it
  // is a proxy in front, behind which everybody has the same address.
  size_t max_per_address = 512;
  // All sessions; more are answered with 503.
  size_t max_sessions = 20'000;
  // `https://academy.example`: an origin that is allowed beside the one that the Host header names. May be empty.
  std::string public_url;
  // Exempt from the limits on one address, and believed about their clients.
  http::TrustedProxies proxies;
};

// Counters for metrics.
struct GatewayStats {
  // TCP connections that speak HTTP now; each WebSocket session has one beside them.
  size_t http_connections = 0;
  size_t polling_sessions = 0;
  size_t websocket_sessions = 0;
  // Admitted Socket.IO connections.
  size_t connections = 0;
};

class Gateway final : public PresenceSink {
 public:
  // Takes a connection whose next request is not for the gateway; its bytes begin with that request, unparsed.
  using HandBack = std::function<void(http::Handover connection)>;

  // `checker` and `presence` must outlive the gateway.
  Gateway(GatewayOptions options, SessionChecker& checker, PresenceListener& presence);
  // Stops.
  ~Gateway() override;

  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;

  // Whether a request target, in origin form, is the gateway's: `/socket.io/` and what follows it.
  static bool Owns(std::string_view target);

  // Before Start. Without it such connections are closed.
  void SetHandBack(HandBack hand_back);

  // Starts the gateway's thread.
  void Start();

  // Takes the connection over and closes its descriptor in the end. A request whose head comes along is answered here;
  // every later one that is not Owns() is given back.
  void Adopt(http::Handover incoming);

  // Refuses new sessions (503) and ends the open ones so that clients reconnect elsewhere. Returns when all are gone,
  // or after `at_most`.
  void Drain(std::chrono::milliseconds at_most);

  // Drops what is left and ends the thread. After Stop, Adopt closes what it gets.
  void Stop();

  GatewayStats Stats() const;

  void SetOnlineLearners(std::vector<std::string> learner_ids) override;
  void PushAndClose(const LivePush& push) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace academy::live

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

#include "edge/http/address/forwarded.h"
#include "edge/http/handover.h"
#include "edge/http/served.h"
#include "edge/live/connections.h"
#include "edge/live/socketio/address_limiter.h"

namespace academy::live {

struct GatewayOptions {
  // Heartbeats, milliseconds: a client that is silent for the sum of both is disconnected.
  int ping_interval_ms = 25'000;
  int ping_timeout_ms = 20'000;
  // An Engine.IO session without a token ends after `connect_timeout_ms`; one whose token could not be checked ends
  // after `accept_timeout_ms`.
  int connect_timeout_ms = 10'000;
  int accept_timeout_ms = 45'000;
  // How often the session of each admitted connection is rechecked, milliseconds. Presence pushes the end of a session,
  // but a lost push must not keep a connection open.
  int recheck_interval_ms = 60'000;
  // The most token checks in flight, and started within 10 ms (0: eight per core); further clients wait. After a
  // restart of an edge or a service all clients reconnect at once, and these limits leave room for REST calls
  // meanwhile.
  size_t checks_at_once = 16;
  size_t checks_a_tick = 0;
  // The most bytes of one message, and of the body of one polling request.
  size_t max_payload = 64 * 1024;
  // The most bytes that may wait for one client; a client that exceeds it is disconnected.
  size_t max_backlog = 1024 * 1024;
  // The most TCP connections, and also the most sessions, of one remote address
  // (services/platform/net/address_groups.h); further ones get 429. Loopback is exempt: it is a proxy in front, and all
  // clients behind it share its address.
  size_t max_per_address = kMaxPerAddress;
  // How many of those sessions may be pending, that is, without an admitted client.
  size_t max_pending_per_address = 256;
  // The most sessions, and pending sessions, in all; further ones get 503.
  size_t max_sessions = 20'000;
  size_t max_pending = 4'096;
  // `https://academy.example`: an origin that is allowed in addition to the one in the Host header. May be empty.
  std::string public_url;
  // Trusted about their clients' addresses, and exempt from the limits on one address.
  http::TrustedProxies proxies;
  // Takes every request that was answered here, for logs; may be null.
  std::shared_ptr<http::ServedSink> served;
};

// Counters for metrics.
struct GatewayStats {
  // TCP connections that speak HTTP now. WebSocket sessions have their own connections, not counted here.
  size_t http_connections = 0;
  size_t polling_sessions = 0;
  size_t websocket_sessions = 0;
  // Admitted Socket.IO connections.
  size_t connections = 0;
};

class Gateway final : public PresenceSink {
 public:
  // Takes ownership of a connection whose next request is not for the gateway; its bytes begin with that request,
  // unparsed.
  using HandBack = std::function<void(http::Handover connection)>;

  // `checker` and `presence` must outlive the gateway.
  Gateway(GatewayOptions options, SessionChecker& checker, PresenceListener& presence);
  // Calls Stop.
  ~Gateway() override;

  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;

  // Whether a request target, in origin form, belongs to the gateway: `/socket.io/` and everything below it.
  static bool Owns(std::string_view target);

  // Call before Start. Without a HandBack such connections are closed.
  void SetHandBack(HandBack hand_back);

  // Starts the gateway's thread.
  void Start();

  // Takes ownership of the connection and its descriptor. A request whose head comes along is answered here, whatever
  // its target; a later request that is not Owns() hands the connection back.
  void Adopt(http::Handover incoming);

  // Refuses new sessions (503) and ends the open ones so that clients reconnect elsewhere. Blocks until all connections
  // are gone, or for `at_most`.
  void Drain(std::chrono::milliseconds at_most);

  // Drops the remaining connections and ends the thread. After Stop, Adopt closes the connections it is given.
  void Stop();

  GatewayStats Stats() const;

  void SetOnlineLearners(OnlineLearners online) override;
  void PushAndClose(const LivePush& push) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace academy::live

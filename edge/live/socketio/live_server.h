// The Engine.IO server: takes connections over, routes their requests to sessions, and enforces the limits.
//
// Not thread-safe: used on the gateway's thread only, except the counters.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "edge/http/address/forwarded.h"
#include "edge/http/handover.h"
#include "edge/http/served.h"
#include "edge/live/socketio/address_limiter.h"
#include "edge/live/socketio/engine_session.h"
#include "edge/live/socketio/http_connection.h"

namespace academy::live {

struct LiveServerOptions {
  EngineOptions engine;
  size_t max_per_address = kMaxPerAddress;
  size_t max_sessions = 20'000;
  // The most pending sessions (without an admitted client): of one address, and in all.
  size_t max_pending_per_address = 256;
  size_t max_pending = 4'096;
  // Allowed in addition to the origin in the Host header; empty for none.
  std::string allowed_origin;
  // Trusted about their clients' addresses, and exempt from the limits on one address.
  http::TrustedProxies proxies;
  // Takes every request that was answered here; may be null.
  std::shared_ptr<http::ServedSink> served;
};

class LiveServer final : public HttpConnection::Owner {
 public:
  // Makes the protocol handler of a new session.
  using HandlerFactory = std::function<std::unique_ptr<MessageHandler>(EngineSession&)>;
  using HandBack = std::function<void(http::Handover connection)>;

  LiveServer(boost::asio::io_context& io, LiveServerOptions options);
  ~LiveServer() override;

  // Serves Engine.IO at `path`, which begins and ends with a slash.
  void Mount(std::string path, HandlerFactory factory);
  void SetHandBack(HandBack hand_back) { hand_back_ = std::move(hand_back); }
  // Starts the sweep of slow connections.
  void Start();

  void Adopt(http::Handover incoming);

  // Ends all sessions and accepts no new ones; calls `done` once, when all connections are gone.
  void Drain(std::function<void()> done);
  // Drops all sessions and connections.
  void Clear();

  // Any thread.
  size_t http_connections() const { return http_total_; }
  const EngineCounters& counters() const { return counters_; }

  bool Owns(std::string_view target) const override;
  Answering Begin(const HttpConnection& connection, const http::Head& head) override;
  void OnRequest(const std::shared_ptr<HttpConnection>& connection, HttpRequest request) override;
  void OnForeignRequest(Stream stream, std::string bytes) override;
  void Forget(const std::shared_ptr<HttpConnection>& connection) override;

 private:
  struct Session {
    std::shared_ptr<EngineSession> engine;
    AddressLimiter::Place place;
    // Held until a client is admitted.
    AddressLimiter::Place pending;
  };

  const HandlerFactory* FactoryOf(std::string_view target) const;
  bool IsOver(const AddressLimiter& limiter, const std::string& address, size_t more, size_t most) const;
  bool IsAllowedOrigin(const http::Head& head) const;
  // Null if a limit forbids it; the request has then been answered.
  std::shared_ptr<EngineSession> NewSession(HttpConnection& connection, const http::Head& head,
                                            const HandlerFactory& factory);
  void OnHandshake(HttpConnection& connection, const http::Head& head, const HandlerFactory& factory);
  void OnWebSocket(HttpConnection& connection, const http::Head& head, const std::string& sid,
                   const HandlerFactory& factory);
  void OnPolling(const std::shared_ptr<HttpConnection>& connection, const HttpRequest& request, const std::string& sid);
  void ArmSweep();
  void Sweep();

  boost::asio::io_context& io_;
  const LiveServerOptions options_;
  EngineCounters counters_;
  std::vector<std::pair<std::string, HandlerFactory>> mounts_;
  HandBack hand_back_;
  boost::asio::steady_timer sweep_;
  bool draining_ = false;

  AddressLimiter connections_;
  AddressLimiter session_places_;
  AddressLimiter pending_places_;
  std::unordered_set<std::shared_ptr<HttpConnection>> http_;
  std::atomic<size_t> http_total_ = 0;
  std::unordered_map<std::string, Session> sessions_;
};

}  // namespace academy::live

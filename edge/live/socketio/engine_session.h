// One Engine.IO 4 session: heartbeats, the packets waiting for the client, and the upgrade from long-polling to
// WebSocket.
//
// Not thread-safe: used on the gateway's thread only.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edge/live/socketio/packet.h"

namespace academy::live {

struct EngineOptions {
  std::chrono::milliseconds ping_interval{25'000};
  std::chrono::milliseconds ping_timeout{20'000};
  // A WebSocket that was opened to replace polling is closed if the upgrade is not complete after this.
  std::chrono::milliseconds upgrade_timeout{10'000};
  size_t max_payload = 64 * 1024;
  size_t max_backlog = 1024 * 1024;
};

// Open sessions by their current transport, for metrics. Any thread may read them.
struct EngineCounters {
  std::atomic<size_t> polling = 0;
  std::atomic<size_t> websocket = 0;
};

// A polling request (GET) that waits for packets.
class PollTransport {
 public:
  virtual ~PollTransport() = default;
  // Ends the request with 200 and `payload`.
  virtual void Respond(std::string payload) = 0;
};

// A WebSocket. It passes received frames to EngineSession::OnFrame and reports its end to OnTransportLost.
class FrameTransport {
 public:
  virtual ~FrameTransport() = default;
  virtual void Send(Frame frame) = 0;
  // The number of bytes not sent yet.
  virtual size_t Backlog() const = 0;
  // Closes after what was sent before; nothing more is received.
  virtual void Close() = 0;
};

// The protocol above Engine.IO: Socket.IO, or the conformance server's echo.
class MessageHandler {
 public:
  virtual ~MessageHandler() = default;
  // False if the message breaks the protocol; the session is then closed.
  virtual bool OnMessage(bool binary, std::string_view data) = 0;
  virtual void OnClose() = 0;
};

class EngineSession final : public std::enable_shared_from_this<EngineSession> {
 public:
  // `on_closed` is called once, when the session closes. All references must outlive the session.
  EngineSession(boost::asio::io_context& io, const EngineOptions& options, EngineCounters& counters, std::string sid,
                std::function<void(EngineSession&)> on_closed);

  // Call before the session opens.
  void SetHandler(std::unique_ptr<MessageHandler> handler) { handler_ = std::move(handler); }

  // `on_admitted` is called once, when the protocol above has admitted a client.
  void SetOnAdmitted(std::function<void()> on_admitted) { on_admitted_ = std::move(on_admitted); }
  void Admitted() {
    if (auto call = std::exchange(on_admitted_, nullptr)) call();
  }

  const std::string& sid() const { return sid_; }
  bool closed() const { return closed_; }
  // Whether the session uses WebSocket now.
  bool websocket() const { return socket_ != nullptr; }

  // Open the session and start its heartbeat; call exactly one of the two. OpenPolling returns the handshake to answer
  // with.
  std::string OpenPolling();
  void OpenWebSocket(std::shared_ptr<FrameTransport> socket);

  // Takes a polling GET. False if another one is already waiting; that breaks the protocol, and the session closes.
  bool Poll(std::shared_ptr<PollTransport> poll);
  // The client of the waiting GET hung up: closes the session.
  void OnPollAborted(const PollTransport& poll);
  // Takes the body of a polling POST. False if it breaks the protocol; the session then closes.
  bool ReceivePayload(std::string_view payload);

  // Starts to probe `socket` as the session's new transport. False if the session already has a WebSocket or another
  // probe.
  bool Upgrade(std::shared_ptr<FrameTransport> socket);
  void OnFrame(const FrameTransport& socket, bool binary, std::string_view data);
  void OnTransportLost(const FrameTransport& socket);

  // Queues a packet. A client that reads too slowly is disconnected, but not before this call has returned.
  void Send(Frame frame);

  // Closes the session: tells the client and the handler.
  void Close();

 private:
  bool Receive(bool binary, std::string_view data);
  void ReceiveProbe(bool binary, std::string_view data);
  void EndProbe();
  void FlushToPoll();
  void AnswerPoll(std::string payload);
  void CloseLater();
  void CloseWith(EngineType farewell);
  void StartHeartbeat();
  void ArmHeartbeat();
  void OnHeartbeat();
  std::string HandshakePacket(bool websocket) const;

  boost::asio::io_context& io_;
  const EngineOptions& options_;
  EngineCounters& counters_;
  const std::string sid_;
  const std::function<void(EngineSession&)> on_closed_;
  std::unique_ptr<MessageHandler> handler_;
  std::function<void()> on_admitted_;

  // Deadlines are absolute, so that a late timer does not stretch the heartbeat.
  boost::asio::steady_timer heartbeat_;
  std::chrono::steady_clock::time_point deadline_;
  bool awaiting_pong_ = false;
  bool closed_ = false;
  bool closing_ = false;

  // Polling: the waiting GET, and the packets for the next one.
  std::shared_ptr<PollTransport> poll_;
  std::vector<Frame> waiting_;
  size_t waiting_bytes_ = 0;

  std::shared_ptr<FrameTransport> socket_;
  // A WebSocket that will replace polling as `socket_` once the probe is complete.
  std::shared_ptr<FrameTransport> probe_;
  std::unique_ptr<boost::asio::steady_timer> probe_timer_;
  bool probed_ = false;
};

}  // namespace academy::live

// One Engine.IO 4 session: heartbeats, what waits for the client, and the change from long-polling to WebSocket.
//
// Not thread-safe: everything here lives on the gateway's thread.
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
#include <vector>

#include "edge/live/socketio/packet.h"

namespace academy::live {

struct EngineOptions {
  std::chrono::milliseconds ping_interval{25'000};
  std::chrono::milliseconds ping_timeout{20'000};
  // A WebSocket that was opened to take over from polling and does not is closed after this.
  std::chrono::milliseconds upgrade_timeout{10'000};
  size_t max_payload = 64 * 1024;
  size_t max_backlog = 1024 * 1024;
};

// Open sessions by their present transport, for metrics. Read by any thread.
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

// A WebSocket. It gives what it receives to EngineSession::OnFrame and its end to OnTransportLost.
class FrameTransport {
 public:
  virtual ~FrameTransport() = default;
  virtual void Send(Frame frame) = 0;
  // Bytes not sent yet.
  virtual size_t Backlog() const = 0;
  // Says goodbye after what was sent before; nothing is received any more.
  virtual void Close() = 0;
};

// The protocol above: Socket.IO, or the echo of the conformance server.
class MessageHandler {
 public:
  virtual ~MessageHandler() = default;
  // False when the message breaks the protocol: the session is closed.
  virtual bool OnMessage(bool binary, std::string_view data) = 0;
  virtual void OnClose() = 0;
};

class EngineSession final : public std::enable_shared_from_this<EngineSession> {
 public:
  // `on_closed` is called once, when the session closes. All references must outlive the session.
  EngineSession(boost::asio::io_context& io, const EngineOptions& options, EngineCounters& counters, std::string sid,
                std::function<void(EngineSession&)> on_closed);

  // Before the session opens.
  void SetHandler(std::unique_ptr<MessageHandler> handler) { handler_ = std::move(handler); }

  const std::string& sid() const { return sid_; }
  bool closed() const { return closed_; }
  // Whether the session is on WebSocket now.
  bool websocket() const { return socket_ != nullptr; }

  // Starts heartbeats; exactly one of the two. OpenPolling returns the handshake to answer with.
  std::string OpenPolling();
  void OpenWebSocket(std::shared_ptr<FrameTransport> socket);

  // Takes a GET. False when another one waits already: both break the protocol, and the session closes.
  bool Poll(std::shared_ptr<PollTransport> poll);
  // The waiting GET's client hung up: the session closes.
  void OnPollAborted(const PollTransport& poll);
  // Takes a POST's body. False when it breaks the protocol: the session closes.
  bool ReceivePayload(std::string_view payload);

  // Starts to probe `socket` as the session's new transport. False when there is one already, or another probe.
  bool Upgrade(std::shared_ptr<FrameTransport> socket);
  void OnFrame(const FrameTransport& socket, bool binary, std::string_view data);
  void OnTransportLost(const FrameTransport& socket);

  // Queues a packet. A client that reads too slowly is cut, but not before this returned.
  void Send(Frame frame);

  // Tells the client, and the handler.
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

  // Absolute deadlines: late timers must not stretch the heartbeat.
  boost::asio::steady_timer heartbeat_;
  std::chrono::steady_clock::time_point deadline_;
  bool awaiting_pong_ = false;
  bool closed_ = false;
  bool closing_ = false;

  // Polling: the waiting GET and what waits for the next one.
  std::shared_ptr<PollTransport> poll_;
  std::vector<Frame> waiting_;
  size_t waiting_bytes_ = 0;

  std::shared_ptr<FrameTransport> socket_;
  // A WebSocket that wants to become `socket_`; it may once it has answered our probe.
  std::shared_ptr<FrameTransport> probe_;
  std::unique_ptr<boost::asio::steady_timer> probe_timer_;
  bool probed_ = false;
};

}  // namespace academy::live

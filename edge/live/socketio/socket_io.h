// Socket.IO 5 over one Engine.IO session: connections to namespaces, events, acknowledgements, attachments.
//
// Not thread-safe: used on the gateway's thread only.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "edge/live/socketio/engine_session.h"
#include "edge/live/socketio/packet.h"

namespace academy::live {

class SocketIoSession;

// One client's connection to one namespace.
class Socket final : public std::enable_shared_from_this<Socket> {
 public:
  Socket(EngineSession& engine, std::string nsp);

  const std::string& id() const { return id_; }
  const std::string& nsp() const { return nsp_; }

  // Accepts the client's CONNECT; call at most once. False if the client has disconnected meanwhile.
  bool Accept();
  // Refuses the client's CONNECT. UNAUTHENTICATED, PERMISSION_DENIED, NOT_FOUND and RESOURCE_EXHAUSTED reach the client
  // as `connect_error`; any other status closes the connection, because a client does not retry by itself after a
  // `connect_error`.
  void Refuse(const absl::Status& status);

  // The following do nothing on a socket that is not connected. `arguments` is a JSON array; the first element of an
  // event's is its name.
  void Emit(std::string_view arguments, const std::vector<std::string>& attachments = {});
  void Acknowledge(const std::string& id, std::string_view arguments, const std::vector<std::string>& attachments = {});
  // Sends an event that was formatted once for many sockets of this namespace.
  void Send(const Frame& frame);

  // Ends the connection from the server's side; the client does not reconnect by itself.
  void Disconnect();

 private:
  friend class SocketIoSession;
  void SendWith(SocketPacket packet, const std::vector<std::string>& attachments);

  const std::weak_ptr<EngineSession> engine_;
  // Cleared when the socket leaves its session.
  SocketIoSession* session_ = nullptr;
  const std::string id_;
  const std::string nsp_;
  bool connected_ = false;
};

// An event from the client.
struct SocketEvent {
  // A JSON array that begins with the event's name.
  std::string arguments;
  // Empty if the client wants no acknowledgement.
  std::string id;
  std::vector<std::string> attachments;
};

class SocketApplication {
 public:
  virtual ~SocketApplication() = default;
  virtual bool HasNamespace(std::string_view nsp) const = 0;
  // A client connects with `auth` (a JSON object, or empty): answer with Accept or Refuse, now or later.
  virtual void OnConnect(std::shared_ptr<Socket> socket, const std::string& auth) = 0;
  virtual void OnEvent(Socket& socket, const SocketEvent& event) = 0;
  // Called when an accepted socket has disconnected.
  virtual void OnDisconnect(Socket& socket) = 0;
};

class SocketIoSession final : public MessageHandler {
 public:
  // Closes `engine` if no client sends CONNECT within `connect_timeout`, or if none is accepted within `accept_timeout`
  // after that. All references must outlive the session.
  SocketIoSession(boost::asio::io_context& io, EngineSession& engine, SocketApplication& application,
                  std::chrono::milliseconds connect_timeout, std::chrono::milliseconds accept_timeout);
  ~SocketIoSession() override;

  bool OnMessage(bool binary, std::string_view data) override;
  void OnClose() override;

 private:
  friend class Socket;
  bool OnAttachment(std::string_view data);
  bool OnConnect(const SocketPacket& packet);
  void OnDisconnect(const std::string& nsp);
  bool OnEvent(SocketEvent event, const std::string& nsp);
  std::shared_ptr<Socket> Find(std::string_view nsp) const;
  // Removes `socket` from the session, and tells the application if the socket had been accepted.
  void Remove(std::shared_ptr<Socket> socket);
  void Accepted();
  void ArmConnectTimer(std::chrono::milliseconds timeout);

  boost::asio::io_context& io_;
  EngineSession& engine_;
  SocketApplication& application_;
  const std::chrono::milliseconds connect_timeout_;
  const std::chrono::milliseconds accept_timeout_;
  std::unique_ptr<boost::asio::steady_timer> connect_timer_;
  // Hardly ever more than one.
  std::vector<std::shared_ptr<Socket>> sockets_;
  // A binary packet whose attachments have not all arrived.
  std::optional<SocketPacket> binary_packet_;
  std::vector<std::string> attachments_;
};

}  // namespace academy::live

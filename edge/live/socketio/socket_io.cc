#include "edge/live/socketio/socket_io.h"

#include <algorithm>
#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/json_text.h"

namespace academy::live {
namespace {

// Enough to be unique across all edges.
constexpr size_t kSocketIdBits = 120;

bool IsForTheClient(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kResourceExhausted:
      return true;
    default:
      return false;
  }
}

}  // namespace

Socket::Socket(EngineSession& engine, std::string nsp)
    : engine_(engine.weak_from_this()), id_(NewToken(kSocketIdBits)), nsp_(std::move(nsp)) {}

bool Socket::Accept() {
  if (session_ == nullptr || connected_) return false;
  connected_ = true;
  session_->Accepted();
  SendWith({.type = SocketType::kConnect, .payload = "{\"sid\":\"" + id_ + "\"}"}, {});
  return true;
}

void Socket::Refuse(const absl::Status& status) {
  std::shared_ptr<EngineSession> engine = engine_.lock();
  if (session_ == nullptr || engine == nullptr) return;
  if (!IsForTheClient(status)) return engine->Close();
  std::string payload = "{\"message\":";
  AppendJsonString(payload, MessageOf(status));
  payload += ",\"data\":{\"code\":";
  AppendJsonString(payload, DetailOf(status).reason);
  payload += "}}";
  SendWith({.type = SocketType::kConnectError, .payload = std::move(payload)}, {});
  session_->Remove(shared_from_this());
}

void Socket::Emit(std::string_view arguments, const std::vector<std::string>& attachments) {
  if (!connected_) return;
  SocketType type = attachments.empty() ? SocketType::kEvent : SocketType::kBinaryEvent;
  SendWith({.type = type, .payload = std::string(arguments)}, attachments);
}

void Socket::Acknowledge(const std::string& id, std::string_view arguments,
                         const std::vector<std::string>& attachments) {
  if (!connected_) return;
  SocketType type = attachments.empty() ? SocketType::kAck : SocketType::kBinaryAck;
  SendWith({.type = type, .id = id, .payload = std::string(arguments)}, attachments);
}

void Socket::Send(const Frame& frame) {
  std::shared_ptr<EngineSession> engine = engine_.lock();
  if (connected_ && engine != nullptr) engine->Send(frame);
}

void Socket::Disconnect() {
  if (session_ == nullptr) return;
  SendWith({.type = SocketType::kDisconnect}, {});
  // A client closes the transport by itself; if it does not, the connect timer does.
  session_->Remove(shared_from_this());
}

void Socket::SendWith(SocketPacket packet, const std::vector<std::string>& attachments) {
  std::shared_ptr<EngineSession> engine = engine_.lock();
  if (engine == nullptr) return;
  packet.nsp = nsp_;
  packet.attachments = attachments.size();
  engine->Send(TextFrame(FormatSocketPacket(packet)));
  for (const std::string& attachment : attachments) engine->Send(BinaryFrame(attachment));
}

SocketIoSession::SocketIoSession(boost::asio::io_context& io, EngineSession& engine, SocketApplication& application,
                                 std::chrono::milliseconds connect_timeout, std::chrono::milliseconds accept_timeout)
    : io_(io),
      engine_(engine),
      application_(application),
      connect_timeout_(connect_timeout),
      accept_timeout_(accept_timeout) {
  ArmConnectTimer(connect_timeout_);
}

SocketIoSession::~SocketIoSession() {
  for (const std::shared_ptr<Socket>& socket : sockets_) socket->session_ = nullptr;
}

void SocketIoSession::ArmConnectTimer(std::chrono::milliseconds timeout) {
  connect_timer_ = std::make_unique<boost::asio::steady_timer>(io_, timeout);
  connect_timer_->async_wait([weak = engine_.weak_from_this()](boost::system::error_code error) {
    if (error) return;
    if (std::shared_ptr<EngineSession> engine = weak.lock()) engine->Close();
  });
}

void SocketIoSession::Accepted() {
  connect_timer_.reset();
  engine_.Admitted();
}

bool SocketIoSession::OnMessage(bool binary, std::string_view data) {
  if (binary) return OnAttachment(data);
  // No other packet may come between a packet and its attachments.
  if (binary_packet_.has_value()) return false;
  std::optional<SocketPacket> packet = ParseSocketPacket(data);
  if (!packet.has_value()) return false;
  switch (packet->type) {
    case SocketType::kConnect:
      return OnConnect(*packet);
    case SocketType::kDisconnect:
      OnDisconnect(packet->nsp);
      return true;
    case SocketType::kEvent:
      return OnEvent({.arguments = std::move(packet->payload), .id = std::move(packet->id)}, packet->nsp);
    case SocketType::kBinaryEvent:
    case SocketType::kBinaryAck:
      binary_packet_ = std::move(packet);
      attachments_.clear();
      if (binary_packet_->attachments == 0) return OnAttachment({});
      return true;
    default:
      // The server never asks for an acknowledgement, so it ignores any that arrive.
      return true;
  }
}

bool SocketIoSession::OnAttachment(std::string_view data) {
  if (!binary_packet_.has_value()) return false;
  if (attachments_.size() < binary_packet_->attachments) attachments_.emplace_back(data);
  if (attachments_.size() < binary_packet_->attachments) return true;
  SocketPacket packet = *std::exchange(binary_packet_, std::nullopt);
  std::vector<std::string> attachments = std::exchange(attachments_, {});
  if (packet.type == SocketType::kBinaryAck) return true;
  return OnEvent(
      {.arguments = std::move(packet.payload), .id = std::move(packet.id), .attachments = std::move(attachments)},
      packet.nsp);
}

bool SocketIoSession::OnConnect(const SocketPacket& packet) {
  if (!application_.HasNamespace(packet.nsp)) {
    engine_.Send(TextFrame(FormatSocketPacket(
        {.type = SocketType::kConnectError, .nsp = packet.nsp, .payload = "{\"message\":\"Invalid namespace\"}"})));
    return true;
  }
  if (Find(packet.nsp) != nullptr) return false;
  auto socket = std::make_shared<Socket>(engine_, packet.nsp);
  socket->session_ = this;
  sockets_.push_back(socket);
  // Now the client is waiting for the server.
  if (sockets_.size() == 1) ArmConnectTimer(accept_timeout_);
  application_.OnConnect(std::move(socket), packet.payload);
  return true;
}

void SocketIoSession::OnDisconnect(const std::string& nsp) {
  if (std::shared_ptr<Socket> socket = Find(nsp)) Remove(std::move(socket));
}

bool SocketIoSession::OnEvent(SocketEvent event, const std::string& nsp) {
  std::shared_ptr<Socket> socket = Find(nsp);
  if (socket != nullptr && socket->connected_) application_.OnEvent(*socket, event);
  return true;
}

std::shared_ptr<Socket> SocketIoSession::Find(std::string_view nsp) const {
  for (const std::shared_ptr<Socket>& socket : sockets_) {
    if (socket->nsp() == nsp) return socket;
  }
  return nullptr;
}

void SocketIoSession::Remove(std::shared_ptr<Socket> socket) {
  std::erase(sockets_, socket);
  socket->session_ = nullptr;
  bool connected = std::exchange(socket->connected_, false);
  if (sockets_.empty() && !engine_.closed()) ArmConnectTimer(connect_timeout_);
  if (connected) application_.OnDisconnect(*socket);
}

void SocketIoSession::OnClose() {
  connect_timer_.reset();
  while (!sockets_.empty()) Remove(sockets_.back());
}

}  // namespace academy::live

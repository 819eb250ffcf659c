#include "edge/live/socketio/engine_session.h"

#include <boost/asio/post.hpp>
#include <utility>

namespace academy::live {
namespace {

using Error = boost::system::error_code;
using std::chrono::steady_clock;

// Shared by all sessions.
const Frame& PingFrame() {
  static const Frame frame = TypeFrame(EngineType::kPing);
  return frame;
}

std::string TypeOnly(EngineType type) { return std::string(1, static_cast<char>(type)); }

}  // namespace

EngineSession::EngineSession(boost::asio::io_context& io, const EngineOptions& options, EngineCounters& counters,
                             std::string sid, std::function<void(EngineSession&)> on_closed)
    : io_(io),
      options_(options),
      counters_(counters),
      sid_(std::move(sid)),
      on_closed_(std::move(on_closed)),
      heartbeat_(io) {}

std::string EngineSession::HandshakePacket(bool websocket) const {
  return FormatHandshake({.sid = sid_,
                          .websocket = websocket,
                          .ping_interval_ms = static_cast<int>(options_.ping_interval.count()),
                          .ping_timeout_ms = static_cast<int>(options_.ping_timeout.count()),
                          .max_payload = options_.max_payload});
}

std::string EngineSession::OpenPolling() {
  ++counters_.polling;
  StartHeartbeat();
  return HandshakePacket(/*websocket=*/false);
}

void EngineSession::OpenWebSocket(std::shared_ptr<FrameTransport> socket) {
  ++counters_.websocket;
  StartHeartbeat();
  socket_ = std::move(socket);
  socket_->Send(TextFrame(HandshakePacket(/*websocket=*/true)));
}

void EngineSession::StartHeartbeat() {
  deadline_ = steady_clock::now() + options_.ping_interval;
  ArmHeartbeat();
}

void EngineSession::ArmHeartbeat() {
  heartbeat_.expires_at(deadline_);
  heartbeat_.async_wait([weak = weak_from_this()](Error error) {
    if (error) return;
    if (std::shared_ptr<EngineSession> self = weak.lock()) self->OnHeartbeat();
  });
}

void EngineSession::OnHeartbeat() {
  if (closed_ || deadline_ > steady_clock::now()) return;
  if (awaiting_pong_) return Close();
  awaiting_pong_ = true;
  deadline_ += options_.ping_timeout;
  ArmHeartbeat();
  Send(PingFrame());
}

bool EngineSession::Poll(std::shared_ptr<PollTransport> poll) {
  if (poll_ != nullptr) {
    Close();
    return false;
  }
  poll_ = std::move(poll);
  if (!waiting_.empty()) {
    FlushToPoll();
  } else if (probed_) {
    // The client's GET must be answered before the client may send the upgrade packet.
    AnswerPoll(TypeOnly(EngineType::kNoop));
  }
  return true;
}

void EngineSession::OnPollAborted(const PollTransport& poll) {
  if (poll_.get() != &poll) return;
  poll_.reset();
  Close();
}

bool EngineSession::ReceivePayload(std::string_view payload) {
  bool ok = ForEachPacket(payload, [this](bool binary, std::string_view data) { return Receive(binary, data); });
  // Anything after the client's own close packet is ignored.
  if (!ok && !closed_) Close();
  return ok;
}

bool EngineSession::Receive(bool binary, std::string_view data) {
  if (closed_) return true;
  if (binary) return handler_->OnMessage(true, data);
  if (data.empty()) return false;
  switch (static_cast<EngineType>(data[0])) {
    case EngineType::kMessage:
      return handler_->OnMessage(false, data.substr(1));
    case EngineType::kPong:
      if (awaiting_pong_) {
        awaiting_pong_ = false;
        StartHeartbeat();
      }
      return true;
    case EngineType::kClose:
      CloseWith(EngineType::kNoop);
      return true;
    case EngineType::kNoop:
      return true;
    default:
      return false;
  }
}

bool EngineSession::Upgrade(std::shared_ptr<FrameTransport> socket) {
  if (socket_ != nullptr || probe_ != nullptr) return false;
  probe_ = std::move(socket);
  probe_timer_ = std::make_unique<boost::asio::steady_timer>(io_, options_.upgrade_timeout);
  probe_timer_->async_wait([weak = weak_from_this()](Error error) {
    if (error) return;
    if (std::shared_ptr<EngineSession> self = weak.lock()) self->EndProbe();
  });
  return true;
}

void EngineSession::OnFrame(const FrameTransport& socket, bool binary, std::string_view data) {
  std::shared_ptr<EngineSession> self = shared_from_this();
  if (&socket == probe_.get()) {
    ReceiveProbe(binary, data);
  } else if (&socket == socket_.get()) {
    if (!Receive(binary, data) && !closed_) Close();
  }
}

void EngineSession::ReceiveProbe(bool binary, std::string_view data) {
  if (!binary && data == "2probe") {
    probed_ = true;
    probe_->Send(TextFrame("3probe"));
    if (poll_ != nullptr) AnswerPoll(TypeOnly(EngineType::kNoop));
  } else if (!binary && data == "5" && probed_) {
    --counters_.polling;
    ++counters_.websocket;
    socket_ = std::move(probe_);
    EndProbe();
    if (poll_ != nullptr) AnswerPoll(TypeOnly(EngineType::kNoop));
    for (Frame& frame : std::exchange(waiting_, {})) socket_->Send(std::move(frame));
    waiting_bytes_ = 0;
  } else {
    EndProbe();
  }
}

// When a probe fails, polling continues.
void EngineSession::EndProbe() {
  probed_ = false;
  probe_timer_.reset();
  if (std::shared_ptr<FrameTransport> probe = std::exchange(probe_, nullptr)) probe->Close();
}

void EngineSession::OnTransportLost(const FrameTransport& socket) {
  std::shared_ptr<EngineSession> self = shared_from_this();
  if (&socket == probe_.get()) {
    EndProbe();
  } else if (&socket == socket_.get()) {
    Close();
  }
}

void EngineSession::Send(Frame frame) {
  if (closed_ || closing_) return;
  if (socket_ != nullptr) {
    if (socket_->Backlog() > options_.max_backlog) return CloseLater();
    socket_->Send(std::move(frame));
    return;
  }
  if (waiting_bytes_ > options_.max_backlog) return CloseLater();
  waiting_bytes_ += frame.data->size();
  waiting_.push_back(std::move(frame));
  if (poll_ != nullptr) FlushToPoll();
}

void EngineSession::FlushToPoll() {
  std::string payload;
  payload.reserve(waiting_bytes_ + waiting_.size());
  for (const Frame& frame : std::exchange(waiting_, {})) AppendToPayload(frame, payload);
  waiting_bytes_ = 0;
  AnswerPoll(std::move(payload));
}

void EngineSession::AnswerPoll(std::string payload) { std::exchange(poll_, nullptr)->Respond(std::move(payload)); }

void EngineSession::CloseLater() {
  closing_ = true;
  boost::asio::post(io_, [self = shared_from_this()] { self->Close(); });
}

void EngineSession::Close() { CloseWith(EngineType::kClose); }

void EngineSession::CloseWith(EngineType farewell) {
  if (closed_) return;
  closed_ = true;
  std::shared_ptr<EngineSession> self = shared_from_this();
  --(websocket() ? counters_.websocket : counters_.polling);
  heartbeat_.cancel();
  EndProbe();
  if (poll_ != nullptr) {
    std::string payload;
    for (const Frame& frame : std::exchange(waiting_, {})) AppendToPayload(frame, payload);
    AppendToPayload(TypeFrame(farewell), payload);
    AnswerPoll(std::move(payload));
  }
  if (std::shared_ptr<FrameTransport> socket = std::exchange(socket_, nullptr)) socket->Close();
  handler_->OnClose();
  on_closed_(*this);
}

}  // namespace academy::live

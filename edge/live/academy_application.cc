#include "edge/live/academy_application.h"

#include <utility>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/json_text.h"

namespace academy::live {
namespace {

// More than one person's tabs and devices need; beyond it is abuse.
constexpr size_t kMaxPerUser = 32;

std::string OnlineUsersEvent(const std::vector<std::string>& learner_ids) {
  std::string event = "[\"onlineUsers\",[";
  for (const std::string& person_id : learner_ids) {
    if (event.back() == '}') event += ',';
    event += "{\"userId\":";
    AppendJsonString(event, person_id);
    event += '}';
  }
  return event + "]]";
}

std::string OnlineCountEvent(size_t total) { return "[\"onlineCount\",{\"total\":" + std::to_string(total) + "}]"; }

absl::Status NoToken() { return Error(absl::StatusCode::kUnauthenticated, "unauthenticated", "Please sign in"); }

absl::Status TooManyConnections() {
  return Error(absl::StatusCode::kResourceExhausted, "too_many_connections", "Too many connections of one account");
}

}  // namespace

void AcademyApplication::OnConnect(std::shared_ptr<Socket> socket, const std::string& auth) {
  std::optional<std::string> token = StringMember(auth, "token");
  if (!token.has_value() || token->empty()) return socket->Refuse(NoToken());
  newcomers_.push_back({.socket = socket, .token = *std::move(token)});
  CheckNewcomers();
}

void AcademyApplication::Tick() {
  begun_ = 0;
  CheckNewcomers();
}

void AcademyApplication::CheckNewcomers() {
  while (checking_ < pace_.at_once && begun_ < pace_.a_tick && !newcomers_.empty()) {
    Newcomer next = std::move(newcomers_.front());
    newcomers_.pop_front();
    // The client hung up while it waited.
    if (next.socket.expired()) continue;
    ++checking_;
    // The timer runs only while clients are arriving.
    if (++begun_ == 1) next_tick_();
    // The check may outlive the connection, and the gateway.
    checker_.Check(next.token, [this, post = post_, weak = next.socket](absl::StatusOr<Identity> identity) {
      post([this, weak, identity = std::move(identity)] {
        --checking_;
        OnChecked(weak, identity);
        CheckNewcomers();
      });
    });
  }
}

void AcademyApplication::OnChecked(const std::weak_ptr<Socket>& weak, absl::StatusOr<Identity> identity) {
  std::shared_ptr<Socket> socket = weak.lock();
  if (socket == nullptr) return;
  if (!identity.ok()) {
    LogInfo("live connection refused", {{"reason", DetailOf(identity.status()).reason}});
    return socket->Refuse(identity.status());
  }
  if (held_[identity->person_id] >= kMaxPerUser) return socket->Refuse(TooManyConnections());
  Admit(std::move(socket), *std::move(identity));
}

void AcademyApplication::Admit(std::shared_ptr<Socket> socket, Identity identity) {
  if (!socket->Accept()) return;
  ++held_[identity.person_id];
  ++connections_total_;
  if (identity.kind == UserKind::kLearner) {
    socket->Emit(OnlineUsersEvent({identity.person_id}));
  } else if (online_.has_value()) {
    socket->Send(*online_);
  }
  const auto& [id, connection] =
      *connections_.emplace(socket->id(), Connection{socket, std::move(identity), next_part_++ % kRecheckParts}).first;
  presence_.Opened({.id = id, .identity = connection.identity});
}

void AcademyApplication::CheckNextPart() {
  size_t part = next_checked_++ % kRecheckParts;
  for (const auto& [id, connection] : connections_) {
    if (connection.part != part) continue;
    LivePush push{.connection_id = id};
    auto checked = [this, post = post_, push = std::move(push)](const absl::Status& status) mutable {
      if (!absl::IsUnauthenticated(status)) return;
      push.reason = DetailOf(status).reason;
      push.event = push.reason == "signed_in_elsewhere" ? "anotherDevice" : "logout";
      post([this, push = std::move(push)] { PushAndClose(push); });
    };
    checker_.CheckAgain(connection.identity.session_id, std::move(checked));
  }
}

void AcademyApplication::OnEvent(Socket& socket, const SocketEvent& event) {
  // No event from a client has a meaning, but a client that asked for an acknowledgement gets one.
  if (!event.id.empty()) socket.Acknowledge(event.id, "[]");
}

void AcademyApplication::OnDisconnect(Socket& socket) {
  auto found = connections_.find(socket.id());
  if (found == connections_.end()) return;
  auto held = held_.find(found->second.identity.person_id);
  if (--held->second == 0) held_.erase(held);
  connections_.erase(found);
  --connections_total_;
  presence_.Closed(socket.id());
}

void AcademyApplication::SetOnlineLearners(const OnlineLearners& online) {
  std::string event = online.listed() ? OnlineUsersEvent(online.ids) : OnlineCountEvent(online.total);
  online_ = TextFrame(FormatSocketPacket({.type = SocketType::kEvent, .payload = std::move(event)}));
  for (const auto& [id, connection] : connections_) {
    if (connection.identity.kind == UserKind::kManager) connection.socket->Send(*online_);
  }
}

void AcademyApplication::PushAndClose(const LivePush& push) {
  auto found = connections_.find(push.connection_id);
  if (found == connections_.end()) return;
  std::shared_ptr<Socket> socket = found->second.socket;
  std::string arguments = "[";
  AppendJsonString(arguments, push.event);
  arguments += ",{\"reason\":";
  AppendJsonString(arguments, push.reason);
  socket->Emit(arguments + "}]");
  socket->Disconnect();
}

}  // namespace academy::live

#include "edge/live/socketio/live_server.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "edge/live/socketio/websocket_connection.h"
#include "services/platform/base/clock.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/json_text.h"

namespace academy::live {
namespace {

using boost::asio::ip::tcp;
using Error = boost::system::error_code;

constexpr size_t kSidBits = 192;
constexpr std::chrono::seconds kSweepInterval{1};
constexpr std::string_view kRoute = "/socket.io";
constexpr std::string_view kText = "text/plain; charset=UTF-8";

// Engine.IO's error answers, with the reference server's texts.
struct EngineError {
  int status;
  int code;
  std::string_view message;
};
constexpr EngineError kUnknownTransport{400, 0, "Transport unknown"};
constexpr EngineError kUnknownSid{400, 1, "Session ID unknown"};
constexpr EngineError kBadMethod{400, 2, "Bad handshake method"};
constexpr EngineError kBadRequest{400, 3, "Bad request"};
constexpr EngineError kForbidden{403, 4, "Forbidden"};
constexpr EngineError kBadVersion{400, 5, "Unsupported protocol version"};
constexpr EngineError kTooMany{429, 3, "Too many connections"};
constexpr EngineError kFull{503, 3, "The server is full"};

void Reply(HttpConnection& connection, const EngineError& error, bool close = false) {
  std::string body = "{\"code\":" + std::to_string(error.code) + ",\"message\":";
  AppendJsonString(body, error.message);
  connection.Reply(error.status, "application/json", body + "}", close);
}

std::string_view PathOf(std::string_view target) { return target.substr(0, target.find('?')); }

// The values of Engine.IO's parameters need no decoding.
std::string QueryValue(std::string_view target, std::string_view name) {
  size_t question = target.find('?');
  if (question == target.npos) return "";
  std::string_view query = target.substr(question + 1);
  while (!query.empty()) {
    std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    size_t equals = pair.find('=');
    if (pair.substr(0, equals) == name) return equals == pair.npos ? "" : std::string(pair.substr(equals + 1));
  }
  return "";
}

// RFC 6455 section 4.2.1; the rest of the handshake is checked when it is answered.
bool IsWebSocketUpgrade(const http::Head& head) {
  return head.method == "GET" && !head.http10 && http::ListHas(http::Find(head.fields, "connection"), "upgrade") &&
         http::ListHas(http::Find(head.fields, "upgrade"), "websocket");
}

}  // namespace

LiveServer::LiveServer(boost::asio::io_context& io, LiveServerOptions options)
    : io_(io), options_(std::move(options)), sweep_(io) {}

LiveServer::~LiveServer() = default;

void LiveServer::Mount(std::string path, HandlerFactory factory) {
  mounts_.emplace_back(std::move(path), std::move(factory));
}

void LiveServer::Start() { ArmSweep(); }

void LiveServer::ArmSweep() {
  sweep_.expires_after(kSweepInterval);
  sweep_.async_wait([this](Error error) {
    if (error) return;
    Sweep();
    ArmSweep();
  });
}

void LiveServer::Sweep() {
  auto now = HttpConnection::Clock::now();
  std::vector<std::shared_ptr<HttpConnection>> late;
  for (const auto& connection : http_) {
    if (connection->deadline() < now) late.push_back(connection);
  }
  for (const auto& connection : late) connection->Abort();
}

void LiveServer::Adopt(http::Handover incoming) {
  tcp::socket socket(io_);
  Error error;
  // Asio uses the protocol only to open a socket, and this one is open.
  socket.assign(tcp::v4(), incoming.fd, error);
  if (error) {
    ::close(incoming.fd);
    return;
  }
  socket.set_option(tcp::no_delay(true), error);
  socket.non_blocking(true, error);
  auto connection = std::make_shared<HttpConnection>(
      Stream(std::move(socket), std::move(incoming.tls)), std::move(incoming.head), std::move(incoming.bytes),
      connections_.Take(std::move(incoming.remote_address)), *this, options_.engine.max_payload);
  http_.insert(connection);
  ++http_total_;
  connection->Start();
}

bool LiveServer::Owns(std::string_view target) const {
  return std::any_of(mounts_.begin(), mounts_.end(),
                     [target](const auto& mount) { return target.starts_with(mount.first); });
}

Answering LiveServer::Begin(const HttpConnection& connection, const http::Head& head) {
  http::ClientSide client = options_.proxies.ClientOf(connection.address(), head.fields);
  Answering answering{
      .request_id = NewId(Clock::System().Now()), .secure = connection.secure() || client.secure, .record = nullptr};
  if (options_.served == nullptr) return answering;
  answering.record = std::make_shared<http::ServedRecord>(
      options_.served,
      http::Served{.request_id = answering.request_id,
                   .remote_address = std::move(client.address),
                   .method = head.method,
                   .path = std::string(PathOf(head.target).substr(0, http::kMaxServedPath)),
                   .route = kRoute,
                   .status = 0,
                   .code = {},
                   .caller = {},
                   .bytes = 0,
                   .took = absl::ZeroDuration()},
      absl::Now());
  return answering;
}

void LiveServer::OnForeignRequest(Stream stream, std::string bytes) {
  if (!hand_back_) return;
  auto [fd, tls] = stream.Release();
  if (fd >= 0) hand_back_({.fd = fd, .tls = std::move(tls), .head = std::nullopt, .bytes = std::move(bytes)});
}

void LiveServer::Forget(const std::shared_ptr<HttpConnection>& connection) { http_total_ -= http_.erase(connection); }

const LiveServer::HandlerFactory* LiveServer::FactoryOf(std::string_view target) const {
  std::string_view path = PathOf(target);
  for (const auto& [mounted, factory] : mounts_) {
    if (path == mounted) return &factory;
  }
  return nullptr;
}

// All clients behind a proxy share its address.
bool LiveServer::IsOver(const AddressLimiter& limiter, const std::string& address, size_t more, size_t most) const {
  if (IsLoopback(address) || options_.proxies.Trusts(address)) return false;
  return !limiter.MayHold(address, more, most);
}

// Browsers send the page's origin with every request that could be cross-origin; other clients send none.
bool LiveServer::IsAllowedOrigin(const http::Head& head) const {
  std::string_view origin = http::Find(head.fields, "origin");
  if (origin.empty()) return true;
  if (!options_.allowed_origin.empty() && origin == options_.allowed_origin) return true;
  size_t scheme = origin.find("://");
  return scheme != origin.npos && origin.substr(scheme + 3) == http::Find(head.fields, "host");
}

void LiveServer::OnRequest(const std::shared_ptr<HttpConnection>& connection, HttpRequest request) {
  const http::Head& head = request.head;
  const HandlerFactory* factory = FactoryOf(head.target);
  if (factory == nullptr) return connection->Reply(404, kText, "", /*close=*/true);
  if (IsOver(connections_, connection->address(), 0, options_.max_per_address))
    return Reply(*connection, kTooMany, /*close=*/true);
  if (!IsAllowedOrigin(head)) return Reply(*connection, kForbidden, /*close=*/true);

  std::string transport = QueryValue(head.target, "transport");
  std::string sid = QueryValue(head.target, "sid");
  bool upgrade = IsWebSocketUpgrade(head);
  if (transport != "polling" && transport != "websocket") return Reply(*connection, kUnknownTransport);
  if ((transport == "websocket") != upgrade) return Reply(*connection, kBadRequest);
  if (QueryValue(head.target, "EIO") != "4") return Reply(*connection, kBadVersion);
  if (upgrade) return OnWebSocket(*connection, head, sid, *factory);
  if (sid.empty()) return OnHandshake(*connection, head, *factory);
  OnPolling(connection, request, sid);
}

std::shared_ptr<EngineSession> LiveServer::NewSession(HttpConnection& connection, const http::Head& head,
                                                      const HandlerFactory& factory) {
  if (draining_ || sessions_.size() >= options_.max_sessions || pending_places_.total() >= options_.max_pending) {
    Reply(connection, kFull, /*close=*/true);
    return nullptr;
  }
  std::string address = options_.proxies.ClientOf(connection.address(), head.fields).address;
  if (IsOver(session_places_, address, 1, options_.max_per_address) ||
      IsOver(pending_places_, address, 1, options_.max_pending_per_address)) {
    Reply(connection, kTooMany, /*close=*/true);
    return nullptr;
  }
  auto session = std::make_shared<EngineSession>(io_, options_.engine, counters_, NewToken(kSidBits),
                                                 [this](EngineSession& closed) { sessions_.erase(closed.sid()); });
  session->SetHandler(factory(*session));
  session->SetOnAdmitted([this, sid = session->sid()] {
    auto admitted = sessions_.find(sid);
    if (admitted != sessions_.end()) admitted->second.pending = AddressLimiter::Place();
  });
  AddressLimiter::Place pending = pending_places_.Take(address);
  sessions_.emplace(session->sid(), Session{session, session_places_.Take(std::move(address)), std::move(pending)});
  return session;
}

void LiveServer::OnHandshake(HttpConnection& connection, const http::Head& head, const HandlerFactory& factory) {
  if (head.method != "GET") return Reply(connection, kBadMethod);
  std::shared_ptr<EngineSession> session = NewSession(connection, head, factory);
  if (session != nullptr) connection.Reply(200, kText, session->OpenPolling());
}

void LiveServer::OnWebSocket(HttpConnection& connection, const http::Head& head, const std::string& sid,
                             const HandlerFactory& factory) {
  if (!connection.CanDetach()) return Reply(connection, kBadRequest, /*close=*/true);
  std::shared_ptr<EngineSession> session;
  if (sid.empty()) {
    session = NewSession(connection, head, factory);
    if (session == nullptr) return;
  } else {
    auto found = sessions_.find(sid);
    if (found == sessions_.end()) return Reply(connection, kUnknownSid, /*close=*/true);
    session = found->second.engine;
  }
  HttpConnection::Detached detached = connection.Detach();
  std::shared_ptr<WebSocketTransport> socket = MakeWebSocket({.stream = std::move(detached.stream),
                                                              .place = std::move(detached.place),
                                                              .head = head,
                                                              .answering = std::move(detached.answering),
                                                              .max_payload = options_.engine.max_payload});
  if (sid.empty()) {
    session->OpenWebSocket(socket);
    socket->Bind(session);
  } else if (session->Upgrade(socket)) {
    socket->Bind(session);
  }
  // Without a session, a second WebSocket is opened and closed at once, as the protocol's test suite expects.
  socket->Start();
}

void LiveServer::OnPolling(const std::shared_ptr<HttpConnection>& connection, const HttpRequest& request,
                           const std::string& sid) {
  auto found = sessions_.find(sid);
  if (found == sessions_.end()) return Reply(*connection, kUnknownSid);
  std::shared_ptr<EngineSession> session = found->second.engine;
  if (session->websocket()) return Reply(*connection, kBadRequest);
  if (request.head.method == "GET") {
    connection->Park([weak = std::weak_ptr(session), raw = connection.get()] {
      if (std::shared_ptr<EngineSession> waiting = weak.lock()) waiting->OnPollAborted(*raw);
    });
    if (!session->Poll(connection)) Reply(*connection, kBadRequest);
  } else if (request.head.method == "POST") {
    if (!session->ReceivePayload(request.body)) return Reply(*connection, kBadRequest);
    connection->Reply(200, "text/html", "ok");
  } else {
    Reply(*connection, kBadRequest);
  }
}

void LiveServer::Drain(std::function<void()> done) {
  draining_ = true;
  connections_.OnEmpty([done = std::move(done)]() mutable {
    if (auto call = std::exchange(done, nullptr)) call();
  });
  std::vector<std::shared_ptr<EngineSession>> sessions;
  for (const auto& [sid, session] : sessions_) sessions.push_back(session.engine);
  for (const auto& session : sessions) session->Close();
  std::vector<std::shared_ptr<HttpConnection>> connections(http_.begin(), http_.end());
  for (const auto& connection : connections) connection->CloseWhenIdle();
  // Calls OnEmpty even if no connection was open.
  auto place = connections_.Take("");
}

void LiveServer::Clear() {
  sweep_.cancel();
  draining_ = true;
  std::vector<std::shared_ptr<EngineSession>> sessions;
  for (const auto& [sid, session] : sessions_) sessions.push_back(session.engine);
  for (const auto& session : sessions) session->Close();
  std::vector<std::shared_ptr<HttpConnection>> connections(http_.begin(), http_.end());
  for (const auto& connection : connections) connection->Abort();
}

}  // namespace academy::live

// HTTP requests to the gateway, of two connections in any order: handshakes, polls, posts, upgrades, raw bytes.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "edge/live/socketio/fuzz_echo.h"
#include "edge/live/socketio/live_server.h"
#include "edge/live/socketio/socket_io.h"
#include "services/platform/fuzzing/fuzz.h"

namespace academy::live {
namespace {

constexpr size_t kMaxPayload = 2048;
constexpr std::chrono::seconds kPatience{10};

LiveServerOptions Options() {
  LiveServerOptions options;
  options.engine.max_payload = kMaxPayload;
  return options;
}

// A gateway, and two clients of it that hear of the same session.
class Conversation {
 public:
  Conversation() : application_(kMaxPayload), server_(io_, Options()) {
    server_.Mount("/socket.io/", [this](EngineSession& session) {
      return std::make_unique<SocketIoSession>(io_, session, application_, kPatience, kPatience);
    });
    server_.SetHandBack([](http::Handover foreign) { ::close(foreign.fd); });
  }

  ~Conversation() {
    server_.Clear();
    for (int& client : clients_) Close(client);
    io_.poll();
    FUZZ_CHECK(server_.http_connections() == 0);
    FUZZ_CHECK(server_.counters().polling == 0 && server_.counters().websocket == 0);
  }

  // A line: the client, the kind of request, and its body or target.
  void Say(std::string_view line) {
    if (line.size() < 2) return;
    int& client = clients_[static_cast<uint8_t>(line[0]) % clients_.size()];
    std::string_view rest = line.substr(2);
    switch (line[1]) {
      case 'h':
        return Send(client, "GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: a\r\n\r\n");
      case 'g':
        return Send(client, "GET " + Target("polling") + " HTTP/1.1\r\nHost: a\r\n\r\n");
      case 'p':
        return Send(client, "POST " + Target("polling") + " HTTP/1.1\r\nHost: a\r\nContent-Length: " +
                                std::to_string(rest.size()) + "\r\n\r\n" + std::string(rest));
      case 'u':
        return Send(client, "GET " + Target("websocket") +
                                " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
      case 't':
        return Send(client, "GET " + std::string(rest) + sid_ + " HTTP/1.1\r\nHost: a\r\n\r\n");
      case 'f':
        if (rest.size() < 126) {
          Send(client, "\x81" + std::string(1, static_cast<char>(0x80 | rest.size())) + std::string(4, '\0') +
                           std::string(rest));
        }
        return;
      case 'l':
        return Send(client, std::string(rest) + "\n");
      case 'c':
        Close(client);
        io_.poll();
        return;
      default:
        return Send(client, std::string(rest));
    }
  }

 private:
  std::string Target(std::string_view transport) const {
    return "/socket.io/?EIO=4&transport=" + std::string(transport) + "&sid=" + sid_;
  }

  static void Close(int& client) {
    if (client >= 0) ::close(client);
    client = -1;
  }

  void Connect(int& client) {
    int ends[2];
    FUZZ_CHECK(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
    client = ends[1];
    server_.Adopt({.fd = ends[0], .tls = nullptr, .head = std::nullopt, .bytes = {}, .remote_address = "192.0.2.1"});
  }

  // Requests come whole or, by raw bytes, in pieces.
  void Send(int& client, std::string_view bytes) {
    if (client < 0) Connect(client);
    if (::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) Close(client);
    io_.poll();
    for (int& each : clients_) Listen(each);
  }

  // What the server says is taken, so that it never waits for its clients to read.
  void Listen(int client) {
    std::array<char, 16 * 1024> bytes;
    for (ssize_t count; client >= 0 && (count = ::recv(client, bytes.data(), bytes.size(), MSG_DONTWAIT)) > 0;) {
      std::string_view answer(bytes.data(), static_cast<size_t>(count));
      size_t sid = answer.find("\"sid\":\"");
      if (sid != answer.npos && sid_.empty()) sid_ = answer.substr(sid + 7, answer.find('"', sid + 7) - sid - 7);
      io_.poll();
    }
  }

  boost::asio::io_context io_{1};
  FuzzEcho application_;
  LiveServer server_;
  std::array<int, 2> clients_ = {-1, -1};
  // The first session's.
  std::string sid_;
};

}  // namespace
}  // namespace academy::live

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  academy::live::Conversation conversation;
  while (!input.Rest().empty()) conversation.Say(input.Line());
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "handshakes", .head = "", .piece = "0h\n", .tail = ""},
      {.name = "posts", .head = "0h\n1p40\n", .piece = "1p2[\"a\"]\n0g\n", .tail = ""},
      {.name = "heads_in_pieces", .head = "", .piece = "0r\r\n", .tail = ""},
  };
}

}  // namespace academy::fuzz

// WebSocket frames as a client's bytes bring them, up to Socket.IO, over a pair of sockets.
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <utility>

#include "edge/live/socketio/fuzz_echo.h"
#include "edge/live/socketio/socket_io.h"
#include "edge/live/socketio/websocket_connection.h"
#include "services/platform/fuzzing/fuzz.h"

namespace academy::live {
namespace {

constexpr size_t kMaxPayload = 2048;

http::Head Upgrade() {
  http::Head head;
  head.method = "GET";
  head.target = "/socket.io/?EIO=4&transport=websocket";
  head.fields = {{"host", "a"},
                 {"connection", "upgrade"},
                 {"upgrade", "websocket"},
                 {"sec-websocket-version", "13"},
                 {"sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA=="}};
  return head;
}

// What the server says is taken, so that it never waits for its client to read.
void Drain(int fd) {
  char bytes[4096];
  while (::recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT) > 0) {
  }
}

// Everything that the client says is there before anything of it is read, and so is its end.
void Talk(std::string_view bytes) {
  int ends[2];
  FUZZ_CHECK(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
  FUZZ_CHECK(::send(ends[1], bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
  ::shutdown(ends[1], SHUT_WR);
  EngineCounters counters;
  {
    FuzzEcho application(kMaxPayload);
    EngineOptions options;
    options.max_payload = kMaxPayload;
    boost::asio::io_context io{1};
    Stream stream(Stream::Socket(io, boost::asio::ip::tcp::v4(), ends[0]), nullptr);
    auto socket = MakeWebSocket({.stream = std::move(stream),
                                 .place = {},
                                 .head = Upgrade(),
                                 .answering = {},
                                 .max_payload = options.max_payload});
    bool closed = false;
    auto session =
        std::make_shared<EngineSession>(io, options, counters, "sid", [&](EngineSession&) { closed = true; });
    session->SetHandler(std::make_unique<SocketIoSession>(io, *session, application, std::chrono::seconds(10),
                                                          std::chrono::seconds(10)));
    socket->Bind(session);
    session->OpenWebSocket(socket);
    socket->Start();
    socket.reset();
    // The client hung up: whatever it said, that ends it. No timer is waited for.
    while (!closed && io.run_one() > 0) Drain(ends[1]);
    FUZZ_CHECK(closed && session->closed());
    session.reset();
    io.poll();
  }
  FUZZ_CHECK(counters.websocket == 0 && counters.polling == 0);
  ::close(ends[1]);
}

// A client's frame: masked with zeros, so that it is as it says.
std::string FrameOf(uint8_t first, std::string_view payload) {
  std::string frame(1, static_cast<char>(first));
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80 | payload.size());
  } else {
    frame += "\xfe";
    frame += static_cast<char>(payload.size() >> 8);
    frame += static_cast<char>(payload.size() & 255);
  }
  return frame + std::string(4, '\0') + std::string(payload);
}

}  // namespace
}  // namespace academy::live

// Raw bytes; or after a `+` lines, each a frame: its first byte, then its payload.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  if (!input.Rest().starts_with('+')) {
    academy::live::Talk(input.Rest());
    return 0;
  }
  input.Byte();
  std::string bytes;
  while (!input.Rest().empty()) {
    std::string_view line = input.Line();
    if (!line.empty()) bytes += academy::live::FrameOf(static_cast<uint8_t>(line.front()), line.substr(1));
  }
  academy::live::Talk(bytes);
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  const std::string text = "+\x81";
  return {
      {.name = "small_frames",
       .head = text + "40\n",
       .piece = "\x81"
                "3\n",
       .tail = ""},
      {.name = "empty_fragments",
       .head = text.substr(0, 1) + "\x01"
                                   "40\n",
       .piece = std::string("\0\n", 2),
       .tail = "\x80\n"},
      {.name = "pings", .head = text + "40\n", .piece = "\x89\n", .tail = ""},
  };
}

}  // namespace academy::fuzz

// A client of the gateway made of a bare TCP socket, so that tests can break the protocol as they like.
//
// Not thread-safe. Every read gives up after 30 s and then returns what a closed connection would.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace academy::live {

// Listens on a free port of 127.0.0.1.
class RawListener {
 public:
  RawListener();
  ~RawListener();
  // A new connection's two ends: the client's, and the accepted one for Gateway::Adopt.
  struct Pair {
    int client;
    int server;
  };
  Pair Connect() const;

 private:
  int fd_;
  uint16_t port_;
};

class RawClient {
 public:
  struct Response {
    // 0 when the connection was closed instead.
    int status = 0;
    std::string head;
    std::string body;
  };

  // Takes `fd`.
  explicit RawClient(int fd);
  ~RawClient();

  void Send(std::string_view bytes);
  Response ReadResponse();
  // Likewise, of an answer to HEAD.
  Response ReadHead();

  // `GET /socket.io/?EIO=4&transport=polling<query>`; POST likewise. `headers` are whole lines.
  Response Get(std::string_view query, std::string_view headers = "");
  Response Post(std::string_view query, std::string_view body);
  void SendGet(std::string_view query, std::string_view headers = "");

  // Opens a WebSocket; true when the server agreed.
  bool Upgrade(std::string_view query);
  // One masked frame; `first` is its first byte: RFC 6455 section 5.2, a whole text message by default.
  void SendFrame(std::string_view payload, unsigned char first = 0x81);
  // The next message's text; `closed` when the server said goodbye or hung up.
  std::string ReadFrame();

  // Whether the server hangs up.
  bool AwaitClose();

 private:
  bool Fill();
  bool Await(size_t bytes);

  int fd_;
  std::string buffer_;
};

// The `sid` of an Engine.IO handshake or a Socket.IO CONNECT.
std::string SidOf(std::string_view packet);

}  // namespace academy::live

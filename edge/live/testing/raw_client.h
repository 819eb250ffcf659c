// A gateway client over a bare TCP socket, so that tests can break the protocol at will.
//
// Not thread-safe. Every read times out after 30 s and then returns the same as for a closed connection.
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
  // The two ends of a new connection: the client's, and the accepted one for Gateway::Adopt. The caller owns both.
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
    // 0 if the connection was closed instead.
    int status = 0;
    std::string head;
    std::string body;
  };

  // Takes ownership of `fd`.
  explicit RawClient(int fd);
  ~RawClient();

  void Send(std::string_view bytes);
  Response ReadResponse();
  // Reads an answer to HEAD, which has no body.
  Response ReadHead();

  // `GET /socket.io/?EIO=4&transport=polling<query>`; POST likewise. `headers` are whole lines.
  Response Get(std::string_view query, std::string_view headers = "");
  Response Post(std::string_view query, std::string_view body);
  void SendGet(std::string_view query, std::string_view headers = "");

  // Opens a WebSocket; true if the server agreed.
  bool Upgrade(std::string_view query);
  // Sends one masked frame. `first` is its first byte (RFC 6455 section 5.2), by default that of a complete text
  // message.
  void SendFrame(std::string_view payload, unsigned char first = 0x81);
  // The next message's text; `closed` if the server closed the WebSocket or hung up.
  std::string ReadFrame();

  // Waits for the server to hang up; false if it does not.
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

// cpp-httplib as the edge uses it: it listens and accepts, takes one request apart, and writes one answer, over memory.
// Connections, framing and timing are ours (connection.h), because httplib keeps a thread for each connection.
//
// Thread-safe after Listen. No httplib type appears here: only engine.cc pays for compiling it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "edge/http/exchange.h"
#include "edge/http/head.h"

namespace academy::http {

class Engine {
 public:
  Engine();
  ~Engine();

  // Binds `host`:`port` (0 takes a free port) and returns the port. UNAVAILABLE when it is taken.
  absl::StatusOr<int> Listen(const std::string& host, int port);

  // Hands every accepted descriptor to `adopt`, on this thread, until Stop.
  void Accept(std::function<void(int fd)> adopt);
  // Ends Accept and closes the listening socket.
  void Stop();

  // Decodes path and query of `head`, and the parts of a form body, into `request`; moves any other body, and the
  // fields, into it. False when it cannot be understood.
  bool Read(Head& head, std::string body, Request& request) const;

  // Appends the answer's head to `out`; its body is sent by whoever has the connection.
  void WriteHead(const Answer& answer, bool head_only, bool close, std::string& out) const;

 private:
  class Httplib;
  std::unique_ptr<Httplib> httplib_;
};

}  // namespace academy::http

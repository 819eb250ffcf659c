// cpp-httplib as the edge uses it: it listens and accepts, decodes a request's target, and writes the head of an
// answer. Connections, framing and timing are ours (connection.h), because httplib keeps a thread for each connection.
// It never reads a request: it would match fields and forms with backtracking regular expressions.
//
// Thread-safe after Listen. No httplib type appears here: only engine.cc pays for compiling it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "edge/http/exchange.h"

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

  // Decodes the path and the query of a target in origin form into `request`. False when the path has a NUL.
  static bool ReadTarget(std::string_view target, Request& request);

  // Appends the answer's head to `out`; its body is sent by whoever has the connection.
  void WriteHead(const Response& answer, bool head_only, bool close, std::string& out) const;

 private:
  class Httplib;
  std::unique_ptr<Httplib> httplib_;
};

}  // namespace academy::http

// Wraps cpp-httplib, which listens and accepts, decodes a request's target, and writes the head of an answer.
// Connections, framing and timeouts are ours (connection.h), because httplib keeps a thread for each connection.
// httplib never parses a request, because it would match fields and forms with backtracking regular expressions.
//
// Thread-safe after Listen. No httplib type appears here, so that only engine.cc compiles httplib.
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

  // Binds `host`:`port` (0 takes a free port) and returns the port. UNAVAILABLE when the port is taken.
  absl::StatusOr<int> Listen(const std::string& host, int port);

  // Passes every accepted descriptor, with its ownership, to `adopt` on this thread. Returns after Stop.
  void Accept(std::function<void(int fd)> adopt);
  // Ends Accept and closes the listening socket. Connections already in its backlog are accepted first.
  void Stop();

  // Decodes the path and the query of a target in origin form into `request`. False when the path has a NUL.
  static bool ReadTarget(std::string_view target, Request& request);

  // Appends the answer's head to `out`; the connection sends the body.
  void WriteHead(const Response& answer, bool head_only, bool close, std::string& out) const;

 private:
  class Httplib;
  std::unique_ptr<Httplib> httplib_;
};

}  // namespace academy::http

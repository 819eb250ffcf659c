// Wraps cpp-httplib, which decodes a request's target and writes the head of an answer. Connections (listener.h),
// framing and timeouts (connection.h) are ours, because httplib keeps a thread for each connection. httplib never
// parses a request, because it would match fields and forms with backtracking regular expressions.
//
// Thread-safe. No httplib type appears here, so that only engine.cc compiles httplib.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "edge/http/exchange.h"

namespace academy::http {

class Engine {
 public:
  Engine();
  ~Engine();

  // Decodes the path and the query of a target in origin form into `request`. False when the path has a NUL.
  static bool ReadTarget(std::string_view target, Request& request);

  // Appends the answer's head to `out`; the connection sends the body.
  void WriteHead(const Response& answer, bool head_only, bool close, std::string& out) const;

 private:
  class Httplib;
  std::unique_ptr<Httplib> httplib_;
};

}  // namespace academy::http

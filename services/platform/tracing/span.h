// A part of a request's way through the academy, and how long it took.
//
// Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/time/time.h"
#include "services/platform/tracing/trace_context.h"

namespace academy {

struct Span {
  // As OTLP numbers them.
  enum class Kind { kServer = 2, kClient = 3 };
  using Value = std::variant<int64_t, double, std::string>;

  // `span_id` is its own.
  TraceContext trace;
  Kind kind = Kind::kServer;
  // Of a small fixed set: a route or an rpc.
  std::string name;
  absl::Time begun;
  absl::Time ended;
  // Never an e-mail address, token or query.
  std::vector<std::pair<const char*, Value>> attributes;
  bool failed = false;
};

}  // namespace academy

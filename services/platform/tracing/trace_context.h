// The trace that a request is part of, as W3C Trace Context (https://www.w3.org/TR/trace-context/) writes it.
//
// Plain values and pure functions, so thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace academy {

using TraceId = std::array<uint8_t, 16>;
using SpanId = std::array<uint8_t, 8>;

// The header field of HTTP and the metadata key of gRPC.
inline constexpr char kTraceparentKey[] = "traceparent";

struct TraceContext {
  // All zero in a context that names no trace.
  TraceId trace_id{};
  // The span that is under way here, which is the parent of those that begin under it.
  SpanId span_id{};
  // That span's own parent; all zero if it has none.
  SpanId parent_id{};
  // Whether its spans are exported.
  bool sampled = false;

  bool empty() const { return trace_id == TraceId{}; }
};

// The context of whoever sent the field: `span_id` is the sender's span. Nullopt unless it is well-formed: lower-case
// hexadecimal, no id of zeros, of version 00 nothing behind its flags.
std::optional<TraceContext> ParseTraceparent(std::string_view field);

// `00-<trace id>-<span id>-<flags>`.
std::string FormatTraceparent(const TraceContext& trace);

// A span that begins under the one that is under way in `parent`, with an id of its own.
TraceContext ChildOf(const TraceContext& parent);

// The id of a trace that begins with a request: the bytes of the request's id, a UUID. All zero if it is none.
TraceId TraceIdOfRequest(std::string_view request_id);

// For logs, which have the request's id: the trace's id where that is not the request's; otherwise empty.
std::string TraceIdBeside(std::string_view request_id, const TraceContext& trace);

// 32 and 16 hexadecimal digits.
std::string TraceIdText(const TraceId& id);
std::string SpanIdText(const SpanId& id);

// Random; not for secrets.
SpanId NewSpanId();

}  // namespace academy

#include "edge/ops/request_traces.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "services/platform/tracing/span.h"
#include "services/platform/tracing/trace_context.h"

namespace academy::edge {
namespace {

constexpr std::array<std::string_view, 7> kMethods = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

// The request's id is random, and not the client's: of a part `share` of them, which no client chooses.
bool IsAmong(double share, std::string_view request_id) {
  if (share >= 1) return true;
  TraceId id = TraceIdOfRequest(request_id);
  uint32_t random = 0;
  for (size_t i = id.size() - 4; i < id.size(); ++i) random = random << 8 | id[i];
  return random < share * 4294967296.0;
}

}  // namespace

TraceContext RequestTraces::Begin(const http::Request& request) const {
  const bool sampled = spans_ != nullptr && IsAmong(share_, request.id);
  std::optional<TraceContext> clients = ParseTraceparent(request.Field(kTraceparentKey));
  // Of several none counts.
  if (clients.has_value() && std::count_if(request.fields.begin(), request.fields.end(),
                                           [](const auto& field) { return field.first == kTraceparentKey; }) > 1) {
    clients.reset();
  }
  if (!sampled && !clients.has_value()) return {};
  TraceContext trace = clients.has_value()
                           ? ChildOf(*clients)
                           : TraceContext{.trace_id = TraceIdOfRequest(request.id), .span_id = NewSpanId()};
  trace.sampled = sampled;
  return trace;
}

void RequestTraces::Export(const http::Served& served) const {
  if (spans_ == nullptr || !served.trace.sampled) return;
  bool known = std::find(kMethods.begin(), kMethods.end(), served.method) != kMethods.end();
  const std::string method = known ? served.method : "_OTHER";
  Span span{.trace = served.trace,
            .kind = Span::Kind::kServer,
            .name = method + " " + std::string(served.route),
            .begun = served.begun,
            .ended = served.begun + served.took,
            .attributes = {{"http.request.method", method},
                           {"http.route", std::string(served.route)},
                           {"http.response.status_code", static_cast<int64_t>(served.status)},
                           {"academy.request_id", served.request_id},
                           {"academy.work_ms", absl::ToDoubleMilliseconds(served.work)},
                           {"academy.queued_ms", absl::ToDoubleMilliseconds(served.queued)}},
            .failed = served.status >= 500};
  if (!served.code.empty()) span.attributes.emplace_back("error.type", served.code);
  spans_->Add(std::move(span));
}

}  // namespace academy::edge

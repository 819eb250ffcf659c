// Which trace a request is part of, and the export of its span.
//
// Thread-safe.
#pragma once

#include <memory>
#include <utility>

#include "edge/http/exchange.h"
#include "edge/http/served.h"
#include "services/platform/tracing/span_exporter.h"

namespace academy::edge {

class RequestTraces {
 public:
  // `spans` takes those of a part `share` of all requests, 0 to 1; null: of none.
  RequestTraces(std::shared_ptr<SpanExporter> spans, double share) : spans_(std::move(spans)), share_(share) {}

  // The client's trace where it sent a well-formed `traceparent`; otherwise the request's own, which is empty unless it
  // is sampled. Whether it is, only this edge decides: strangers would have everything exported, or what they do not.
  TraceContext Begin(const http::Request& request) const;
  // Exports the span of a request in a sampled trace.
  void Export(const http::Served& served) const;

 private:
  const std::shared_ptr<SpanExporter> spans_;
  const double share_;
};

}  // namespace academy::edge

// Spans as the body of an OTLP/HTTP request in JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
//
// Pure; may be called from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "services/platform/tracing/span.h"

namespace academy {

// Which process the spans are from.
struct SpanSource {
  // `edge`.
  std::string process;
  std::string version;
  // Tells processes of one name apart.
  std::string instance;
};

std::string OtlpJson(const SpanSource& source, const std::vector<Span>& spans);

}  // namespace academy

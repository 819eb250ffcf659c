#include "services/platform/tracing/trace_flags.h"

#include "absl/flags/flag.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/base/version.h"
#include "services/platform/crypto/random.h"

ABSL_FLAG(std::string, otlp_endpoint, "",
          "Where spans of requests are sent, as OTLP/HTTP in JSON: http://host:4318/v1/traces; empty sends none");

namespace academy {

absl::StatusOr<std::shared_ptr<SpanExporter>> SpanExporterFromFlags(const std::string& process, Metrics& metrics) {
  std::string endpoint = absl::GetFlag(FLAGS_otlp_endpoint);
  if (endpoint.empty()) return nullptr;
  ASSIGN_OR_RETURN(
      std::shared_ptr<SpanExporter> exporter,
      SpanExporter::Open(
          {.endpoint = std::move(endpoint),
           .source = {.process = process, .version = kVersion, .instance = NewId(Clock::System().Now())}}));
  WatchSpans(exporter, metrics);
  return exporter;
}

}  // namespace academy

// The flag of every process about its spans: --otlp_endpoint, which it defines.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "services/platform/base/metrics.h"
#include "services/platform/tracing/span_exporter.h"

namespace academy {

// Null without the flag. INVALID_ARGUMENT invalid_flag.
absl::StatusOr<std::shared_ptr<SpanExporter>> SpanExporterFromFlags(const std::string& process, Metrics& metrics);

}  // namespace academy

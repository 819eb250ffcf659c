// Sends spans to a collector as OTLP/HTTP in JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp).
//
// Thread-safe. Whoever adds a span never waits: a thread of its own sends them, many at once. While the collector is
// away, slow or refuses them, spans are dropped and counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/metrics.h"
#include "services/platform/base/timed_wait.h"
#include "services/platform/tracing/otlp_json.h"
#include "services/platform/tracing/span.h"

namespace httplib {
class Client;
}

namespace academy {

struct SpanExporterOptions {
  // `http://host:4318/v1/traces`, or https.
  std::string endpoint;
  SpanSource source;
  // The most spans that wait to be sent.
  size_t max_waiting = 4096;
  // How long spans are gathered before they are sent.
  absl::Duration gather = absl::Seconds(1);
  // For each of connecting, sending and being answered.
  absl::Duration patience = absl::Seconds(5);
  // After a failure, doubled by each that follows at once, up to `max_pause`.
  absl::Duration first_pause = absl::Seconds(1);
  absl::Duration max_pause = absl::Seconds(30);
};

class SpanExporter {
 public:
  // Spans sent together at most.
  static constexpr size_t kMaxBatch = 512;
  // How long Stop lets the last spans take.
  static constexpr absl::Duration kLastPatience = absl::Seconds(1);

  // INVALID_ARGUMENT invalid_flag if the endpoint is no such address.
  static absl::StatusOr<std::unique_ptr<SpanExporter>> Open(const SpanExporterOptions& options);
  ~SpanExporter();
  SpanExporter(const SpanExporter&) = delete;
  SpanExporter& operator=(const SpanExporter&) = delete;

  void Add(Span span) ABSL_LOCKS_EXCLUDED(mutex_);
  // Spans that the collector has taken, and those that were dropped.
  uint64_t exported() const ABSL_LOCKS_EXCLUDED(mutex_);
  uint64_t dropped() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Sends what waits, once, and ends; later spans are dropped.
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_, client_mutex_);

 private:
  explicit SpanExporter(SpanExporterOptions options);

  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether the collector has taken them.
  bool Send(const std::vector<Span>& spans, bool last) ABSL_LOCKS_EXCLUDED(client_mutex_);

  const SpanExporterOptions options_;
  // Of the endpoint: `http://host:4318`, and `/v1/traces`.
  std::string origin_;
  std::string path_;

  mutable absl::Mutex mutex_;
  TimedWait changed_;
  std::vector<Span> waiting_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  uint64_t exported_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t dropped_ ABSL_GUARDED_BY(mutex_) = 0;

  // So that Stop can interrupt a request under way, unless it is the last. Null between requests.
  absl::Mutex client_mutex_;
  httplib::Client* client_ ABSL_GUARDED_BY(client_mutex_) = nullptr;
  bool only_last_ ABSL_GUARDED_BY(client_mutex_) = false;
  std::thread sender_;
};

// Shows what it exports and drops as metrics; `metrics` collects no more once the exporter is gone.
void WatchSpans(const std::shared_ptr<SpanExporter>& exporter, Metrics& metrics);

}  // namespace academy

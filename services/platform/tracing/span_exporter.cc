#include "services/platform/tracing/span_exporter.h"

#include <httplib.h>

#include <algorithm>
#include <utility>

#include "absl/time/clock.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"

namespace academy {
namespace {

constexpr std::string_view kDefaultPath = "/v1/traces";
// An answer says how many spans were refused; nobody needs more of it.
constexpr size_t kMaxAnswer = 64 * 1024;

// Separates an endpoint into its origin and path.
bool Split(std::string_view endpoint, std::string& origin, std::string& path) {
  size_t scheme = endpoint.starts_with("http://") ? 7 : endpoint.starts_with("https://") ? 8 : 0;
  if (scheme == 0) return false;
  size_t slash = std::min(endpoint.find('/', scheme), endpoint.size());
  std::string_view host = endpoint.substr(scheme, slash - scheme);
  if (host.empty() || host.find_first_of("@?# ") != host.npos) return false;
  origin = std::string(endpoint.substr(0, slash));
  path = std::string(endpoint.substr(slash));
  if (path.empty() || path == "/") path = std::string(kDefaultPath);
  return path.find_first_of("# \r\n") == path.npos;
}

}  // namespace

absl::StatusOr<std::unique_ptr<SpanExporter>> SpanExporter::Open(const SpanExporterOptions& options) {
  std::unique_ptr<SpanExporter> exporter(new SpanExporter(options));
  if (!Split(options.endpoint, exporter->origin_, exporter->path_)) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag",
                 "--otlp-endpoint is an address such as http://127.0.0.1:4318/v1/traces");
  }
  exporter->sender_ = std::thread([self = exporter.get()] { self->Run(); });
  return exporter;
}

SpanExporter::SpanExporter(SpanExporterOptions options) : options_(std::move(options)) {}

SpanExporter::~SpanExporter() { Stop(); }

void SpanExporter::Add(Span span) {
  absl::MutexLock lock(&mutex_);
  if (stopping_ || waiting_.size() >= options_.max_waiting) {
    ++dropped_;
    return;
  }
  waiting_.push_back(std::move(span));
  // The sender gathers for a while anyway.
  if (waiting_.size() == 1 || waiting_.size() == kMaxBatch) changed_.Changed();
}

uint64_t SpanExporter::exported() const {
  absl::MutexLock lock(&mutex_);
  return exported_;
}

uint64_t SpanExporter::dropped() const {
  absl::MutexLock lock(&mutex_);
  return dropped_;
}

void SpanExporter::Stop() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    changed_.Changed();
  }
  {
    absl::MutexLock lock(&client_mutex_);
    only_last_ = true;
    if (client_ != nullptr) client_->stop();
  }
  if (sender_.joinable()) sender_.join();
}

void SpanExporter::Run() {
  absl::Duration pause = absl::ZeroDuration();
  bool complained = false;
  std::vector<Span> batch;
  for (bool stopping = false; !stopping;) {
    {
      absl::MutexLock lock(&mutex_);
      changed_.Await(mutex_, pause, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_; });
      changed_.Await(mutex_, absl::InfiniteDuration(),
                     [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_ || !waiting_.empty(); });
      changed_.Await(mutex_, options_.gather, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
        return stopping_ || waiting_.size() >= kMaxBatch;
      });
      stopping = stopping_;
      // What is left at the end goes in one piece.
      size_t count = stopping ? waiting_.size() : std::min(waiting_.size(), kMaxBatch);
      auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(count);
      batch.assign(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
      waiting_.erase(waiting_.begin(), end);
    }
    // A collector that was away a moment ago does not delay a stop.
    bool sent = !batch.empty() && !(stopping && pause > absl::ZeroDuration()) && Send(batch, /*last=*/stopping);
    if (!sent && !batch.empty() && !std::exchange(complained, true)) {
      LogWarning("spans were not taken by the collector, and dropped", {{"endpoint", origin_ + path_}});
    }
    if (sent && std::exchange(complained, false)) LogInfo("spans are taken by the collector again");
    pause = sent ? absl::ZeroDuration()
                 : std::clamp(2 * pause, options_.first_pause, std::max(options_.first_pause, options_.max_pause));
    absl::MutexLock lock(&mutex_);
    (sent ? exported_ : dropped_) += batch.size();
  }
}

bool SpanExporter::Send(const std::vector<Span>& spans, bool last) {
  const absl::Duration patience = last ? std::min(options_.patience, kLastPatience) : options_.patience;
  // A connection of its own: one that was open for long may lead to nobody any more.
  httplib::Client client(origin_);
  if (!client.is_valid()) return false;
  client.set_connection_timeout(absl::ToChronoMilliseconds(patience));
  client.set_read_timeout(absl::ToChronoMilliseconds(patience));
  client.set_write_timeout(absl::ToChronoMilliseconds(patience));
  httplib::Request request;
  request.method = "POST";
  request.path = path_;
  request.set_header("Content-Type", "application/json");
  request.body = OtlpJson(options_.source, spans);
  const absl::Duration until = SteadyNow() + 2 * patience;
  request.content_receiver = [&, taken = size_t{0}](const char*, size_t size, uint64_t, uint64_t) mutable {
    taken += size;
    return taken <= kMaxAnswer && SteadyNow() < until;
  };
  {
    absl::MutexLock lock(&client_mutex_);
    if (only_last_ && !last) return false;
    if (!last) client_ = &client;
  }
  httplib::Result result = client.send(request);
  {
    absl::MutexLock lock(&client_mutex_);
    client_ = nullptr;
  }
  return result && result->status >= 200 && result->status < 300;
}

void WatchSpans(const std::shared_ptr<SpanExporter>& exporter, Metrics& metrics) {
  metrics.Gauge("academy_spans_exported", "Spans that the collector has taken",
                [exporter] { return static_cast<double>(exporter->exported()); });
  metrics.Gauge("academy_spans_dropped", "Spans that were lost because the collector was away, slow or refused them",
                [exporter] { return static_cast<double>(exporter->dropped()); });
}

}  // namespace academy

#include "services/platform/tracing/span_exporter.h"

#include <gtest/gtest.h>
#include <httplib.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "nlohmann/json.hpp"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

// A collector in this process.
class Collector {
 public:
  explicit Collector(std::function<void(httplib::Response&)> answer = [](httplib::Response&) {})
      : answer_(std::move(answer)) {
    server_.Post("/v1/traces", [this](const httplib::Request& request, httplib::Response& response) {
      {
        absl::MutexLock lock(&mutex_);
        content_type_ = request.get_header_value("Content-Type");
        bodies_.push_back(request.body);
      }
      answer_(response);
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~Collector() {
    server_.stop();
    thread_.join();
  }

  std::string endpoint() const { return "http://127.0.0.1:" + std::to_string(port_) + "/v1/traces"; }
  std::string content_type() {
    absl::MutexLock lock(&mutex_);
    return content_type_;
  }
  // Waits for a request, and returns its body.
  nlohmann::json First() {
    absl::MutexLock lock(&mutex_);
    mutex_.Await(absl::Condition(
        +[](std::vector<std::string>* bodies) { return !bodies->empty(); }, &bodies_));
    return nlohmann::json::parse(bodies_[0]);
  }
  size_t requests() {
    absl::MutexLock lock(&mutex_);
    return bodies_.size();
  }

 private:
  const std::function<void(httplib::Response&)> answer_;
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
  absl::Mutex mutex_;
  std::string content_type_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> bodies_ ABSL_GUARDED_BY(mutex_);
};

SpanExporterOptions OptionsFor(const std::string& endpoint) {
  return {.endpoint = endpoint,
          .source = {.process = "edge", .version = "1.2.3", .instance = "one"},
          .gather = absl::Milliseconds(5)};
}

std::unique_ptr<SpanExporter> Open(const SpanExporterOptions& options) {
  absl::StatusOr<std::unique_ptr<SpanExporter>> exporter = SpanExporter::Open(options);
  EXPECT_OK(exporter);
  return *std::move(exporter);
}

// Waits until it is known what became of `spans`: a stop breaks off what is being sent.
void AwaitFate(const SpanExporter& exporter, uint64_t spans) {
  while (exporter.exported() + exporter.dropped() < spans) std::this_thread::yield();
}

Span MakeSpan() {
  TraceContext trace = *ParseTraceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  trace.parent_id = {0, 1, 2, 3, 4, 5, 6, 7};
  return {.trace = trace,
          .kind = Span::Kind::kServer,
          .name = "GET /a \"b\"",
          .begun = absl::FromUnixMillis(1'750'000'000'000),
          .ended = absl::FromUnixMillis(1'750'000'000'250),
          .attributes = {{"http.route", std::string("/a\xff")},
                         {"http.response.status_code", int64_t{503}},
                         {"academy.queued_ms", 1.5}},
          .failed = true};
}

TEST(SpanExporterTest, SpansArriveAsOtlpInJson) {
  Collector collector;
  std::unique_ptr<SpanExporter> exporter = Open(OptionsFor(collector.endpoint()));
  exporter->Add(MakeSpan());
  nlohmann::json body = collector.First();
  EXPECT_EQ(collector.content_type(), "application/json");
  EXPECT_EQ(body["resourceSpans"][0]["resource"]["attributes"][0],
            nlohmann::json::parse(R"({"key":"service.name","value":{"stringValue":"edge"}})"));
  EXPECT_EQ(body["resourceSpans"][0]["scopeSpans"][0]["spans"], nlohmann::json::parse(R"([{
    "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "b7ad6b7169203331", "parentSpanId": "0001020304050607",
    "name": "GET /a \"b\"", "kind": 2,
    "startTimeUnixNano": "1750000000000000000", "endTimeUnixNano": "1750000000250000000",
    "attributes": [{"key": "http.route", "value": {"stringValue": "/a\ufffd"}},
                   {"key": "http.response.status_code", "value": {"intValue": "503"}},
                   {"key": "academy.queued_ms", "value": {"doubleValue": 1.5}}],
    "status": {"code": 2}}])"));
  AwaitFate(*exporter, 1);
  EXPECT_EQ(exporter->exported(), 1u);
  EXPECT_EQ(exporter->dropped(), 0u);
}

TEST(SpanExporterTest, WhatWaitsAtTheEndIsSent) {
  Collector collector;
  SpanExporterOptions options = OptionsFor(collector.endpoint());
  options.gather = absl::Hours(1);
  std::unique_ptr<SpanExporter> exporter = Open(options);
  for (int i = 0; i < 10; ++i) exporter->Add(MakeSpan());
  exporter->Stop();
  EXPECT_EQ(exporter->exported(), 10u);
  EXPECT_EQ(collector.requests(), 1u);
  exporter->Add(MakeSpan());
  EXPECT_EQ(exporter->dropped(), 1u);
}

TEST(SpanExporterTest, ACollectorThatIsAwayCostsTheSpansAndNothingElse) {
  // Nobody listens there.
  std::unique_ptr<SpanExporter> exporter = Open(OptionsFor("http://127.0.0.1:1/v1/traces"));
  for (int i = 0; i < 100; ++i) exporter->Add(MakeSpan());
  exporter->Stop();
  EXPECT_EQ(exporter->exported(), 0u);
  EXPECT_EQ(exporter->dropped(), 100u);
}

TEST(SpanExporterTest, ACollectorThatHangsDelaysNeitherWhoAddsNorTheStop) {
  absl::Notification asked;
  absl::Notification stopped;
  Collector collector([&](httplib::Response&) {
    if (!asked.HasBeenNotified()) asked.Notify();
    stopped.WaitForNotification();
  });
  SpanExporterOptions options = OptionsFor(collector.endpoint());
  // Without the interruption this test would take as long.
  options.patience = absl::Hours(1);
  options.max_waiting = 50;
  std::unique_ptr<SpanExporter> exporter = Open(options);
  exporter->Add(MakeSpan());
  asked.WaitForNotification();
  for (int i = 0; i < 1000; ++i) exporter->Add(MakeSpan());
  EXPECT_EQ(exporter->dropped(), 950u);
  exporter->Stop();
  EXPECT_EQ(exporter->exported(), 0u);
  EXPECT_EQ(exporter->dropped(), 1001u);
  stopped.Notify();
}

TEST(SpanExporterTest, ARefusalIsALoss) {
  Collector collector([](httplib::Response& response) { response.status = 429; });
  std::unique_ptr<SpanExporter> exporter = Open(OptionsFor(collector.endpoint()));
  exporter->Add(MakeSpan());
  exporter->Stop();
  EXPECT_EQ(exporter->exported(), 0u);
  EXPECT_EQ(exporter->dropped(), 1u);
}

TEST(SpanExporterTest, AnAnswerWithoutEndIsBrokenOff) {
  Collector collector([](httplib::Response& response) {
    response.set_chunked_content_provider("text/plain", [](size_t, httplib::DataSink& sink) {
      static const std::string piece(64 * 1024, 'x');
      return sink.write(piece.data(), piece.size());
    });
  });
  std::unique_ptr<SpanExporter> exporter = Open(OptionsFor(collector.endpoint()));
  exporter->Add(MakeSpan());
  exporter->Stop();
  EXPECT_EQ(exporter->exported() + exporter->dropped(), 1u);
}

TEST(SpanExporterTest, OnlyAnAddressOfACollectorIsAccepted) {
  for (const char* endpoint : {"", "127.0.0.1:4318", "ftp://a/b", "http://", "http:///v1/traces",
                               "http://user:word@a:1/", "grpc://127.0.0.1:4317", "http://a b/"}) {
    EXPECT_THAT(SpanExporter::Open(OptionsFor(endpoint)), HasReason("invalid_flag")) << endpoint;
  }
  EXPECT_OK(SpanExporter::Open(OptionsFor("http://127.0.0.1:4318")));
}

}  // namespace
}  // namespace academy

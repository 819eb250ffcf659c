#include "edge/ops/request_traces.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "services/platform/base/clock.h"
#include "services/platform/crypto/random.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

constexpr char kClients[] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

std::shared_ptr<SpanExporter> Exporter() {
  // Nobody listens there.
  absl::StatusOr<std::unique_ptr<SpanExporter>> exporter =
      SpanExporter::Open({.endpoint = "http://127.0.0.1:1", .source = {}});
  EXPECT_OK(exporter);
  return *std::move(exporter);
}

http::Request RequestWith(const std::string& traceparent) {
  http::Request request{.id = NewId(Clock::System().Now())};
  if (!traceparent.empty()) request.fields.emplace_back("traceparent", traceparent);
  return request;
}

TEST(RequestTracesTest, WithoutACollectorOnlyAClientsTraceIsKnown) {
  RequestTraces traces(nullptr, 1);
  EXPECT_TRUE(traces.Begin(RequestWith("")).empty());
  EXPECT_TRUE(traces.Begin(RequestWith("00-nothing")).empty());
  TraceContext trace = traces.Begin(RequestWith(kClients));
  EXPECT_EQ(TraceIdText(trace.trace_id), "0af7651916cd43dd8448eb211c80319c");
  EXPECT_EQ(SpanIdText(trace.parent_id), "b7ad6b7169203331");
  EXPECT_FALSE(trace.sampled);
}

TEST(RequestTracesTest, OfSeveralFieldsNoneCounts) {
  http::Request request = RequestWith(kClients);
  request.fields.emplace_back("traceparent", kClients);
  EXPECT_TRUE(RequestTraces(nullptr, 0).Begin(request).empty());
}

TEST(RequestTracesTest, ARequestsOwnTraceHasItsIdAndNoParent) {
  RequestTraces traces(Exporter(), 1);
  http::Request request = RequestWith("");
  TraceContext trace = traces.Begin(request);
  EXPECT_TRUE(trace.sampled);
  EXPECT_EQ(trace.trace_id, TraceIdOfRequest(request.id));
  EXPECT_EQ(trace.parent_id, SpanId{});
  EXPECT_NE(trace.span_id, SpanId{});
}

TEST(RequestTracesTest, NoClientDecidesWhatIsExported) {
  RequestTraces none(Exporter(), 0);
  RequestTraces all(Exporter(), 1);
  RequestTraces some(Exporter(), 0.1);
  int sampled = 0;
  for (int i = 0; i < 10'000; ++i) {
    EXPECT_FALSE(none.Begin(RequestWith(kClients)).sampled);
    EXPECT_TRUE(all.Begin(RequestWith("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00")).sampled);
    sampled += some.Begin(RequestWith(kClients)).sampled ? 1 : 0;
  }
  EXPECT_GT(sampled, 700);
  EXPECT_LT(sampled, 1300);
}

}  // namespace
}  // namespace academy::edge

#include "services/platform/tracing/trace_context.h"

#include <gtest/gtest.h>

#include <string>

namespace academy {
namespace {

constexpr char kTrace[] = "0af7651916cd43dd8448eb211c80319c";
constexpr char kSpan[] = "b7ad6b7169203331";

std::string Field(const std::string& version, const std::string& flags, const std::string& more = "") {
  return version + "-" + kTrace + "-" + kSpan + "-" + flags + more;
}

TEST(TraceContextTest, AWellFormedFieldNamesTraceAndSpan) {
  std::optional<TraceContext> trace = ParseTraceparent(Field("00", "01"));
  ASSERT_TRUE(trace.has_value());
  EXPECT_EQ(TraceIdText(trace->trace_id), kTrace);
  EXPECT_EQ(SpanIdText(trace->span_id), kSpan);
  EXPECT_TRUE(trace->sampled);
  EXPECT_EQ(FormatTraceparent(*trace), Field("00", "01"));
  EXPECT_FALSE(ParseTraceparent(Field("00", "00"))->sampled);
  // Flags that this version does not know.
  EXPECT_FALSE(ParseTraceparent(Field("00", "fe"))->sampled);
}

TEST(TraceContextTest, ALaterVersionIsReadAsFarAsItIsKnown) {
  EXPECT_TRUE(ParseTraceparent(Field("cc", "01", "-what-the-future-will-be-like")).has_value());
  EXPECT_TRUE(ParseTraceparent(Field("cc", "01")).has_value());
  EXPECT_FALSE(ParseTraceparent(Field("cc", "01", ".what")).has_value());
}

TEST(TraceContextTest, WhatIsNotWellFormedNamesNone) {
  const std::string trace = kTrace;
  const std::string span = kSpan;
  const std::string zero_trace(32, '0');
  const std::string zero_span(16, '0');
  for (const std::string& field : {std::string(),
                                   std::string("00"),
                                   Field("ff", "01"),
                                   Field("00", "01", "-more"),
                                   Field("00", "0"),
                                   Field("0g", "01"),
                                   Field("00", "0x"),
                                   "00-" + zero_trace + "-" + span + "-01",
                                   "00-" + trace + "-" + zero_span + "-01",
                                   "00-" + trace.substr(1) + "-" + span + "-010",
                                   "00-" + std::string(32, 'A') + "-" + span + "-01",
                                   "00_" + trace + "-" + span + "-01",
                                   "00-" + trace + "_" + span + "-01",
                                   "00-" + trace + "-" + span + "_01",
                                   Field("00", "01") + "\n",
                                   " " + Field("00", "01"),
                                   std::string(55, '-'),
                                   std::string(55, '\0'),
                                   std::string(100'000, '0'),
                                   Field("00", "01") + "," + Field("00", "01")}) {
    EXPECT_FALSE(ParseTraceparent(field).has_value()) << field.substr(0, 80);
  }
}

TEST(TraceContextTest, AChildHasItsParentsTraceAndASpanOfItsOwn) {
  TraceContext parent = *ParseTraceparent(Field("00", "01"));
  TraceContext child = ChildOf(parent);
  EXPECT_EQ(child.trace_id, parent.trace_id);
  EXPECT_EQ(child.parent_id, parent.span_id);
  EXPECT_NE(child.span_id, parent.span_id);
  EXPECT_NE(child.span_id, ChildOf(parent).span_id);
  EXPECT_TRUE(child.sampled);
}

TEST(TraceContextTest, ARequestsOwnTraceHasItsId) {
  const std::string request = "0af76519-16cd-43dd-8448-eb211c80319c";
  EXPECT_EQ(TraceIdText(TraceIdOfRequest(request)), kTrace);
  EXPECT_EQ(TraceIdBeside(request, {}), "");
  EXPECT_EQ(TraceIdBeside(request, {.trace_id = TraceIdOfRequest(request)}), "");
  EXPECT_EQ(TraceIdBeside("0af76519-16cd-43dd-8448-eb211c80319d", {.trace_id = TraceIdOfRequest(request)}), kTrace);
  EXPECT_EQ(TraceIdOfRequest("id-1"), TraceId{});
  EXPECT_EQ(TraceIdOfRequest(""), TraceId{});
}

}  // namespace
}  // namespace academy

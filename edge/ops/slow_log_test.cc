#include "edge/ops/slow_log.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nlohmann/json.hpp"

namespace academy::edge {
namespace {

http::Served Served() {
  return {.request_id = "0190a0b0-0000-7000-8000-000000000001",
          .remote_address = "192.0.2.7",
          .method = "POST",
          .path = "/api/user/fetch-info",
          .route = "/api/user/fetch-info",
          .status = 504,
          .code = "timeout",
          .took = absl::Milliseconds(1500),
          .work = absl::Milliseconds(1200),
          .queued = absl::Milliseconds(1)};
}

nlohmann::json LineOf(const http::Served& served, const std::vector<LongCall>& calls) {
  std::string text;
  AppendSlowLine(text, 1'750'000'000'000, served, calls);
  EXPECT_TRUE(text.ends_with("}\n"));
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  return nlohmann::json::parse(text);
}

TEST(SlowLogTest, ALineSaysWhereTheTimeWent) {
  nlohmann::json line = LineOf(
      Served(), {{.service = "enrollment",
                  .took = absl::Milliseconds(700),
                  .parts = {.queued = absl::Milliseconds(5),
                            .database = absl::Milliseconds(600),
                            .upstream = {{"auth", absl::Milliseconds(40)}}}},
                 {.service = "auth", .took = absl::Milliseconds(30), .parts = {.database = absl::Milliseconds(20)}},
                 {.service = "enrollment",
                  .took = absl::Milliseconds(400),
                  .parts = {.upstream = {{"auth", absl::Milliseconds(2)}}}}});
  EXPECT_EQ(line, nlohmann::json::parse(R"({
    "time": "2025-06-15T15:06:40.000Z", "method": "POST", "route": "/api/user/fetch-info", "status": 504,
    "code": "timeout", "ms": 1200.0, "clientMs": 300.0, "queuedMs": 6.0, "databaseMs": 620.0,
    "upstream": {
      "auth": {"calls": 1, "ms": 30.0, "queuedMs": 0.0, "databaseMs": 20.0, "upstream": {}},
      "enrollment": {"calls": 2, "ms": 1100.0, "queuedMs": 5.0, "databaseMs": 600.0, "upstream": {"auth": 42.0}}},
    "requestId": "0190a0b0-0000-7000-8000-000000000001", "traceId": "0190a0b0000070008000000000000001"})"));
}

TEST(SlowLogTest, ATraceOfTheClientsIsNamed) {
  http::Served served = Served();
  served.trace = *ParseTraceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00");
  EXPECT_EQ(LineOf(served, {})["traceId"], "0af7651916cd43dd8448eb211c80319c");
}

TEST(SlowLogTest, WhatAClientSendsStaysWithinItsField) {
  http::Served served = Served();
  served.method = "A\"\n,\"status\":1\xff";
  EXPECT_EQ(LineOf(served, {})["status"], 504);
}

}  // namespace
}  // namespace academy::edge

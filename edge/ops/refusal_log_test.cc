#include "edge/ops/refusal_log.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "services/platform/testing/fake_clock.h"

namespace academy::edge {
namespace {

class RefusalLogTest : public testing::Test {
 protected:
  RefusalLogTest() : log_(std::make_unique<RefusalLog>(clock_, limits_)) { testing::internal::CaptureStderr(); }
  ~RefusalLogTest() override {
    if (log_ != nullptr) Lines();
  }

  static http::Served Refused(std::string address = "192.0.2.7") {
    return {.request_id = "id-1",
            .remote_address = std::move(address),
            .method = "POST",
            .path = "/media/secret",
            .route = "/api/cm/user/export",
            .status = 403,
            .code = "reauthentication_required",
            .caller = {.kind = "manager", .id = "m1", .session_id = "s1"},
            .bytes = 0,
            .took = absl::ZeroDuration()};
  }
  // What was logged, after the log has ended.
  std::string Lines() {
    log_.reset();
    return testing::internal::GetCapturedStderr();
  }
  static size_t Count(const std::string& text, std::string_view what) {
    size_t count = 0;
    for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
    return count;
  }

  FakeClock clock_;
  const RefusalLimits limits_{.all = {.per_second = 1, .burst = 4}, .of_address = {.per_second = 0.1, .burst = 2}};
  std::unique_ptr<RefusalLog> log_;
};

TEST_F(RefusalLogTest, ALineNamesTheCallerAndTheRouteAndNoPath) {
  log_->Add(Refused());
  std::string line = Lines();
  for (const char* part :
       {R"("event":"refused")", R"("requestId":"id-1")", R"("address":"192.0.2.7")", R"("method":"POST")",
        R"("route":"/api/cm/user/export")", R"("status":403)", R"("code":"reauthentication_required")",
        R"("caller":"manager")", R"("callerId":"m1")", R"("sessionId":"s1")", R"("leftOut":0)"}) {
    EXPECT_NE(line.find(part), line.npos) << part << " in " << line;
  }
  EXPECT_EQ(line.find("secret"), line.npos);
}

TEST_F(RefusalLogTest, OneAddressDoesNotUseUpTheLinesOfOthers) {
  for (int i = 0; i < 100; ++i) log_->Add(Refused("192.0.2.7"));
  log_->Add(Refused("192.0.2.8"));
  std::string lines = Lines();
  EXPECT_EQ(Count(lines, "\"address\":\"192.0.2.7\""), 2u);
  EXPECT_EQ(Count(lines, "\"address\":\"192.0.2.8\""), 1u);
  EXPECT_NE(lines.find("\"leftOut\":98"), lines.npos) << lines;
}

TEST_F(RefusalLogTest, ManyAddressesAreLimitedTogether) {
  for (int i = 0; i < 100; ++i) log_->Add(Refused("192.0.2." + std::to_string(i)));
  clock_.Advance(absl::Seconds(1));
  log_->Add(Refused("198.51.100.1"));
  std::string lines = Lines();
  EXPECT_EQ(Count(lines, "\"event\":\"refused\""), 5u);
  EXPECT_NE(lines.find("\"leftOut\":96"), lines.npos) << lines;
}

TEST_F(RefusalLogTest, WhatWasLeftOutIsLoggedAtTheEndToo) {
  for (int i = 0; i < 5; ++i) log_->Add(Refused());
  EXPECT_NE(Lines().find(R"("event":"refusals not logged","leftOut":3)"), std::string::npos);
}

}  // namespace
}  // namespace academy::edge

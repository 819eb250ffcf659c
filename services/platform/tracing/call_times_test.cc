#include "services/platform/tracing/call_times.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace academy {
namespace {

TEST(CallTimesTest, BelongsToItsThread) {
  EXPECT_EQ(CallTimes::Current(), nullptr);
  CallTimes outer(absl::Milliseconds(3));
  {
    CallTimes inner(absl::ZeroDuration());
    EXPECT_EQ(CallTimes::Current(), &inner);
    std::thread([] { EXPECT_EQ(CallTimes::Current(), nullptr); }).join();
  }
  EXPECT_EQ(CallTimes::Current(), &outer);
}

TEST(CallTimesTest, SumsItsParts) {
  CallTimes times(absl::Milliseconds(3));
  times.AddDatabase(absl::Milliseconds(5));
  times.AddDatabase(absl::Milliseconds(6));
  times.AddUpstream("auth", absl::Milliseconds(1));
  times.AddUpstream("catalog", absl::Milliseconds(2));
  times.AddUpstream("auth", absl::Milliseconds(4));
  EXPECT_EQ(FormatCallParts(times.parts()), "queued=3000;database=11000;auth=5000;catalog=2000");
}

TEST(CallTimesTest, AClockThatWasSetBackTakesNothingAway) {
  EXPECT_EQ(CallTimes(absl::Seconds(-5)).parts().queued, absl::ZeroDuration());
}

TEST(CallTimesTest, WhatIsToldIsUnderstood) {
  const std::string text = "queued=120;database=90000;auth=5000";
  EXPECT_EQ(FormatCallParts(ParseCallParts(text)), text);
}

TEST(CallTimesTest, WhatCannotBeReadIsLeftOut) {
  for (const char* text :
       {"", ";", "=", "queued", "queued=", "queued=x", "queued=-1", "=5", "database=99999999999999999999"}) {
    EXPECT_EQ(FormatCallParts(ParseCallParts(text)), "queued=0;database=0") << text;
  }
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "s" + std::to_string(i) + "=1;";
  EXPECT_LE(ParseCallParts(many).upstream.size(), 8u);
}

}  // namespace
}  // namespace academy

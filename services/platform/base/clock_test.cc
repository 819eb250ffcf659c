#include "services/platform/base/clock.h"

#include <gtest/gtest.h>

#include "absl/time/time.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

TEST(ClockTest, TimesAreWrittenInUtcWithMilliseconds) {
  EXPECT_EQ(FormatTime(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(FormatTime(1798750799999), "2026-12-31T20:59:59.999Z");
}

TEST(ClockTest, EveryDayOfFourCenturiesAndTheEndsOfTimeAreWrittenRight) {
  constexpr UnixMillis kDay = 24LL * 60 * 60 * 1000;
  auto by_tables = [](UnixMillis time) {
    return absl::FormatTime("%E4Y-%m-%dT%H:%M:%E3SZ", absl::FromUnixMillis(time), absl::UTCTimeZone());
  };
  for (UnixMillis day = -50'000; day < 100'000; ++day) {
    UnixMillis time = day * kDay + (day & 1 ? kDay - 1 : 3'723'004);
    ASSERT_EQ(FormatTime(time), by_tables(time));
  }
  for (UnixMillis time : {253402300799999LL, -62135596800000LL, -1LL}) EXPECT_EQ(FormatTime(time), by_tables(time));
}

TEST(ClockTest, AnyOffsetAndFractionIsRead) {
  EXPECT_EQ(*ParseTime("2026-12-31T23:59:59.999+03:00"), 1798750799999);
  EXPECT_EQ(*ParseTime("1970-01-01T00:00:01Z"), 1000);
}

TEST(ClockTest, WhatIsWrittenIsReadBack) {
  for (UnixMillis time : {UnixMillis{0}, UnixMillis{1}, UnixMillis{1'800'000'000'123}, UnixMillis{253402300799999}}) {
    EXPECT_EQ(*ParseTime(FormatTime(time)), time);
  }
}

TEST(ClockTest, AnythingElseIsRefused) {
  for (const char* text : {"", "today", "2026-12-31", "2026-13-01T00:00:00Z", "infinite-future", "12345"}) {
    EXPECT_THAT(ParseTime(text), testing::Not(IsOk())) << text;
  }
}

}  // namespace
}  // namespace academy

#include "services/common/clock.h"

#include <gtest/gtest.h>

namespace academy {
namespace {

TEST(ClockTest, TimesAreWrittenInUtcWithMilliseconds) {
  EXPECT_EQ(FormatTime(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(FormatTime(1798750799999), "2026-12-31T20:59:59.999Z");
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
    EXPECT_FALSE(ParseTime(text).ok()) << text;
  }
}

}  // namespace
}  // namespace academy

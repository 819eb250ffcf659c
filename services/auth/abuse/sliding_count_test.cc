#include "services/auth/abuse/sliding_count.h"

#include <gtest/gtest.h>

namespace academy::auth {
namespace {

constexpr absl::Duration kWindow = absl::Minutes(15);
// Milliseconds.
constexpr int64_t kSlot = 60'000;
// In the middle of a slot.
constexpr UnixMillis kNow = 2'000'000 * kSlot + kSlot / 2;

// Returns `text` after `times` Adds at `now`.
std::string Added(const std::string& text, UnixMillis now, int times = 1) {
  SlidingCount count(text, kWindow, now);
  for (int i = 0; i < times; ++i) count.Add();
  return count.ToText();
}
int TotalOf(const std::string& text, UnixMillis now) { return SlidingCount(text, kWindow, now).total(); }

TEST(SlidingCountTest, EachCountLeavesTheWindowByItself) {
  std::string text = Added("", kNow, 3);
  text = Added(text, kNow + 5 * kSlot, 2);
  EXPECT_EQ(TotalOf(text, kNow + 5 * kSlot), 5);
  EXPECT_EQ(TotalOf(text, kNow + 14 * kSlot), 5);
  EXPECT_EQ(TotalOf(text, kNow + kWindow), 2) << "never older than the window";
  EXPECT_EQ(TotalOf(text, kNow + 5 * kSlot + kWindow), 0);
  EXPECT_EQ(TotalOf(text, kNow + 1000 * kWindow), 0);
}

TEST(SlidingCountTest, ASteadyTrickleNeverAddsUp) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text = Added(text, kNow + i * kSlot);
  EXPECT_EQ(TotalOf(text, kNow + 999 * kSlot), 15);
}

TEST(SlidingCountTest, WhatIsTakenBackIsTheNewest) {
  std::string text = Added(Added("", kNow, 2), kNow + 3 * kSlot);
  SlidingCount count(text, kWindow, kNow + 4 * kSlot);
  count.TakeBack();
  EXPECT_EQ(count.total(), 2);
  count.TakeBack();
  count.TakeBack();
  count.TakeBack();
  EXPECT_EQ(count.total(), 0);
}

TEST(SlidingCountTest, RoomComesWhenEnoughHaveLeft) {
  std::string text = Added(Added("", kNow, 2), kNow + 3 * kSlot, 2);
  UnixMillis now = kNow + 3 * kSlot;
  EXPECT_EQ(SlidingCount(text, kWindow, now).RoomAt(5), now);
  for (int limit : {1, 2, 3, 4}) {
    UnixMillis room = SlidingCount(text, kWindow, now).RoomAt(limit);
    EXPECT_GE(TotalOf(text, room - 1), limit);
    EXPECT_LT(TotalOf(text, room), limit);
  }
}

TEST(SlidingCountTest, AClockSetBackLosesNothing) {
  std::string text = Added("", kNow, 4);
  EXPECT_EQ(TotalOf(text, kNow - 3 * kSlot), 4);
}

TEST(SlidingCountTest, NonsenseCountsAsNothing) {
  for (const char* text : {"", ":", ",,,,", "x", "99999999999999999999:1"}) EXPECT_EQ(TotalOf(text, kNow), 0) << text;
}

}  // namespace
}  // namespace academy::auth

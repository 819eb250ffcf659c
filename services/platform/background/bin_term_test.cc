#include "services/platform/background/bin_term.h"

#include <gtest/gtest.h>

namespace academy {
namespace {

constexpr int64_t kHour = 3'600'000;
constexpr int64_t kDay = 24 * kHour;
constexpr UnixMillis kThen = 1'000'000 * kDay;

TEST(BinTermTest, WhatWasDeletedIsDueAfterSoManyCountedDays) {
  BinTerm term(30);
  EXPECT_LT(term.DueUntil(5 * kHour + 30 * kDay), 5 * kHour);
  EXPECT_GE(term.DueUntil(6 * kHour + 30 * kDay), 5 * kHour);
}

TEST(BinTermTest, ThePurgeIsSoManyDaysAfterTheDeletion) {
  BinTerm term(30);
  EXPECT_EQ(term.PurgeTime({.at = kThen, .counted = 0}, kThen + 1000, 0), kThen + 30 * kDay);
  EXPECT_EQ(term.PurgeTime({.at = kThen, .counted = 0}, kThen + 2 * kDay, 2 * kDay - 60'000), kThen + 30 * kDay);
}

TEST(BinTermTest, AJumpOfTheClockOrAPausePutsThePurgeOff) {
  BinTerm term(30);
  EXPECT_EQ(term.PurgeTime({.at = kThen, .counted = 0}, kThen + 8 * kDay, kDay), kThen + 37 * kDay);
}

TEST(BinTermTest, AClockSetBackDoesNotHastenThePurge) {
  BinTerm term(30);
  EXPECT_EQ(term.PurgeTime({.at = kThen, .counted = 0}, kThen - 2 * kDay, kDay), kThen + 30 * kDay);
}

}  // namespace
}  // namespace academy

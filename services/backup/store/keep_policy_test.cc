#include "services/backup/store/keep_policy.h"

#include <gtest/gtest.h>

#include <string>

#include "services/platform/testing/status_matchers.h"

namespace academy::backup {
namespace {

std::vector<bool> KeptAt(const std::string& policy, const std::vector<std::string>& times) {
  std::vector<UnixMillis> millis;
  for (const std::string& time : times) millis.push_back(*ParseTime(time));
  return Kept(*ParseKeepPolicy(policy), millis);
}

TEST(KeepPolicyTest, ReadsCountsOfPeriods) {
  EXPECT_EQ(*ParseKeepPolicy("7d,4w,6m"), (KeepPolicy{.days = 7, .weeks = 4, .months = 6}));
  EXPECT_EQ(*ParseKeepPolicy("2y,24h"), (KeepPolicy{.hours = 24, .years = 2}));
}

TEST(KeepPolicyTest, RefusesAnythingElse) {
  for (const char* text : {"", "7", "d", "7d,", ",7d", "7d 4w", "0d", "-1d", "7x", "7d,3d", "7.5d", "99999d"}) {
    EXPECT_THAT(ParseKeepPolicy(text), HasReason("keep_invalid")) << text;
  }
}

TEST(KeepPolicyTest, KeepsTheNewestOfEachDay) {
  EXPECT_EQ(KeptAt("2d", {"2026-11-20T01:00:00Z", "2026-11-21T01:00:00Z", "2026-11-21T23:00:00Z",
                          "2026-11-22T00:00:00Z", "2026-11-22T10:00:00Z"}),
            (std::vector<bool>{false, false, true, false, true}));
}

TEST(KeepPolicyTest, CountsOnlyDaysThatHaveBackups) {
  EXPECT_EQ(KeptAt("2d", {"2026-01-01T01:00:00Z", "2026-11-21T01:00:00Z"}), (std::vector<bool>{true, true}));
}

TEST(KeepPolicyTest, WeeksBeginOnMondays) {
  // The 22nd is a Sunday.
  EXPECT_EQ(KeptAt("3w", {"2026-11-16T00:00:00Z", "2026-11-22T23:59:00Z", "2026-11-23T00:00:00Z"}),
            (std::vector<bool>{false, true, true}));
}

TEST(KeepPolicyTest, AddsUpWhatEachPeriodKeeps) {
  std::vector<std::string> times = {"2025-12-31T10:00:00Z", "2026-09-30T10:00:00Z", "2026-10-31T10:00:00Z",
                                    "2026-11-20T10:00:00Z", "2026-11-21T10:00:00Z", "2026-11-22T10:00:00Z"};
  EXPECT_EQ(KeptAt("2d,2m", times), (std::vector<bool>{false, false, true, false, true, true}));
  EXPECT_EQ(KeptAt("1h,2y", times), (std::vector<bool>{true, false, false, false, false, true}));
}

TEST(KeepPolicyTest, AlwaysKeepsTheNewestInWhateverOrder) {
  EXPECT_EQ(KeptAt("1y", {"2026-11-22T10:00:00Z", "2026-11-20T10:00:00Z"}), (std::vector<bool>{true, false}));
  EXPECT_TRUE(Kept({}, {}).empty());
  EXPECT_EQ(Kept({}, {5, 7}), (std::vector<bool>{false, true}));
}

}  // namespace
}  // namespace academy::backup

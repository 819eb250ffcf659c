#include "edge/api/reports/reporting_interval.h"

#include <gtest/gtest.h>

#include <string>

namespace academy::edge {
namespace {

class ReportingIntervalTest : public testing::Test {
 protected:
  // Returns what the last of `watchers` is told who all report at `now`.
  size_t Told(size_t watchers, absl::Duration now) {
    size_t told = 0;
    for (size_t i = 0; i < watchers; ++i) told = interval_.Next("session " + std::to_string(i), now);
    return told;
  }

  ReportingInterval interval_;
};

TEST_F(ReportingIntervalTest, FewReportEveryFiveSeconds) {
  EXPECT_EQ(Told(1, absl::Seconds(1)), 5u);
  EXPECT_EQ(Told(2000, absl::Seconds(2)), 5u);
}

TEST_F(ReportingIntervalTest, TheMoreWatchTheLongerEachWaitsUpToFifteenSeconds) {
  EXPECT_EQ(Told(2001, absl::Seconds(1)), 6u);
  EXPECT_EQ(Told(4000, absl::Seconds(2)), 10u);
  EXPECT_EQ(Told(20'000, absl::Seconds(3)), 15u);
}

TEST_F(ReportingIntervalTest, OneWhoReportsOftenIsOneWatcher) {
  for (int i = 0; i < 10'000; ++i) EXPECT_EQ(interval_.Next("session", absl::Milliseconds(i)), 5u);
}

TEST_F(ReportingIntervalTest, TheIntervalStaysWhileTheSameWatchAndFallsWhenTheyHaveGone) {
  EXPECT_EQ(Told(4000, absl::Seconds(0)), 10u);
  EXPECT_EQ(Told(1, absl::Seconds(21)), 10u) << "the others are about to report";
  EXPECT_EQ(Told(4000, absl::Seconds(30)), 10u);
  EXPECT_EQ(Told(1, absl::Seconds(42)), 10u);
  EXPECT_EQ(Told(1, absl::Seconds(63)), 5u);
}

TEST_F(ReportingIntervalTest, AfterAQuietHourNobodyIsWatching) {
  EXPECT_EQ(Told(4000, absl::Seconds(0)), 10u);
  EXPECT_EQ(Told(1, absl::Hours(1)), 5u);
}

}  // namespace
}  // namespace academy::edge

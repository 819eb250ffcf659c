#include "services/platform/drain/drain_times.h"

#include <gtest/gtest.h>

#include "absl/flags/declare.h"
#include "absl/flags/flag.h"
#include "absl/flags/reflection.h"
#include "services/platform/testing/status_matchers.h"

ABSL_DECLARE_FLAG(absl::Duration, drain_delay);
ABSL_DECLARE_FLAG(absl::Duration, drain_time);

namespace academy {
namespace {

TEST(DrainTimesTest, OneMachineWaitsForNobodyToNotice) {
  auto times = DrainTimesFromFlags();
  ASSERT_OK(times);
  EXPECT_EQ(times->delay, absl::ZeroDuration());
  EXPECT_EQ(times->time, absl::Seconds(5));
}

TEST(DrainTimesTest, BothTimesAreFromTheFlags) {
  absl::FlagSaver saver;
  absl::SetFlag(&FLAGS_drain_delay, absl::Seconds(7));
  absl::SetFlag(&FLAGS_drain_time, absl::Seconds(60));
  auto times = DrainTimesFromFlags();
  ASSERT_OK(times);
  EXPECT_EQ(times->delay, absl::Seconds(7));
  EXPECT_EQ(times->time, absl::Seconds(60));
}

TEST(DrainTimesTest, ATimeBelowZeroOrAboveAMinuteIsRefused) {
  absl::FlagSaver saver;
  for (auto* flag : {&FLAGS_drain_delay, &FLAGS_drain_time}) {
    absl::Duration before = absl::GetFlag(*flag);
    for (absl::Duration wrong : {-absl::Seconds(1), absl::Seconds(61), absl::InfiniteDuration()}) {
      absl::SetFlag(flag, wrong);
      EXPECT_TRUE(absl::IsInvalidArgument(DrainTimesFromFlags().status())) << wrong;
    }
    absl::SetFlag(flag, before);
  }
}

}  // namespace
}  // namespace academy

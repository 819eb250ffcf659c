#include "services/platform/background/call_limit.h"

#include <gtest/gtest.h>

#include <thread>

namespace academy {
namespace {

TEST(CallLimitTest, AThreadThatWorksForNoCallHasNoTime) {
  EXPECT_FALSE(InCall());
  EXPECT_EQ(CallTimeLeft(), absl::ZeroDuration());
}

TEST(CallLimitTest, ACallsTimeIsThatOfItsThreadOnly) {
  ScopedCallLimit limit(absl::Hours(1));
  EXPECT_GT(CallTimeLeft(), absl::Minutes(59));
  EXPECT_LE(CallTimeLeft(), absl::Hours(1));
  absl::Duration elsewhere = absl::Hours(1);
  std::thread([&] { elsewhere = CallTimeLeft(); }).join();
  EXPECT_EQ(elsewhere, absl::ZeroDuration());
}

TEST(CallLimitTest, ACallWithoutADeadlineHasEndlessTime) {
  ScopedCallLimit limit(absl::InfiniteDuration());
  EXPECT_EQ(CallTimeLeft(), absl::InfiniteDuration());
}

TEST(CallLimitTest, ACallWhoseTimeIsOverHasNone) {
  {
    ScopedCallLimit limit(-absl::Seconds(1));
    EXPECT_EQ(CallTimeLeft(), absl::ZeroDuration());
    EXPECT_TRUE(InCall());
  }
  EXPECT_FALSE(InCall());
}

TEST(CallLimitTest, TheOuterLimitCountsAgainWhenTheInnerOneHasEnded) {
  ScopedCallLimit outer(absl::Hours(2));
  {
    ScopedCallLimit inner(absl::Minutes(1));
    EXPECT_LE(CallTimeLeft(), absl::Minutes(1));
  }
  EXPECT_GT(CallTimeLeft(), absl::Hours(1));
}

}  // namespace
}  // namespace academy

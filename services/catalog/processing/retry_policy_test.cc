#include "services/catalog/processing/retry_policy.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace academy::catalog {
namespace {

TEST(RetryPolicyTest, PausesDoubleUpToTheLongest) {
  RetryPolicy policy;
  absl::Duration nominal = policy.first_pause;
  for (int waits = 1; waits <= 100; ++waits) {
    absl::Duration pause = policy.PauseAfter(waits, kStorageUnavailable, "a1");
    EXPECT_GE(pause, nominal * 0.8) << waits;
    EXPECT_LE(pause, nominal * 1.2) << waits;
    nominal = std::min(nominal * 2, policy.max_pause);
  }
  EXPECT_EQ(nominal, absl::Minutes(30));
}

TEST(RetryPolicyTest, AssetsDoNotAllBeginAtOnce) {
  std::set<absl::Duration> pauses;
  for (int i = 0; i < 100; ++i) {
    pauses.insert(RetryPolicy().PauseAfter(5, kStorageUnavailable, "asset" + std::to_string(i)));
  }
  EXPECT_GT(pauses.size(), 10u);
}

TEST(RetryPolicyTest, SpaceIsLookedForEveryMinute) {
  EXPECT_LE(RetryPolicy().PauseAfter(50, kDiskFull, "a1"), absl::Minutes(1) * 1.2);
}

TEST(RetryPolicyTest, OnlyTheFirstInterruptionIsContinuedAtOnce) {
  EXPECT_EQ(RetryPolicy().PauseAfter(1, kInterrupted, "a1"), absl::ZeroDuration());
  EXPECT_GE(RetryPolicy().PauseAfter(2, kInterrupted, "a1"), absl::Seconds(8));
}

TEST(RetryPolicyTest, ADatabaseThatIsAwayIsAskedLessAndLessOftenUpToTwiceAMinute) {
  EXPECT_EQ(PauseWithoutDatabase(1), absl::Seconds(1));
  EXPECT_EQ(PauseWithoutDatabase(4), absl::Seconds(8));
  EXPECT_EQ(PauseWithoutDatabase(6), absl::Seconds(30));
  EXPECT_EQ(PauseWithoutDatabase(1'000'000), absl::Seconds(30));
}

}  // namespace
}  // namespace academy::catalog

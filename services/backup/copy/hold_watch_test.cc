#include "services/backup/copy/hold_watch.h"

#include <gtest/gtest.h>

#include "services/platform/testing/fake_clock.h"

namespace academy::backup {
namespace {

class HoldWatchTest : public testing::Test {
 protected:
  FakeClock clock_;
  HoldWatch watch_{clock_, absl::Seconds(60)};
};

TEST_F(HoldWatchTest, ARenewalThatFailsOnceLosesNothing) {
  watch_.Note(absl::UnavailableError("restarting"));
  EXPECT_FALSE(watch_.Lost());
  clock_.Advance(absl::Seconds(59));
  EXPECT_FALSE(watch_.Lost());
  watch_.Note(absl::OkStatus());
  clock_.Advance(absl::Seconds(59));
  EXPECT_FALSE(watch_.Lost());
}

TEST_F(HoldWatchTest, EndsItsTimeAfterTheLastRenewal) {
  clock_.Advance(absl::Seconds(30));
  watch_.Note(absl::OkStatus());
  watch_.Note(absl::DeadlineExceededError("busy"));
  clock_.Advance(absl::Seconds(60));
  EXPECT_TRUE(watch_.Lost());
}

TEST_F(HoldWatchTest, IsLostOnceCatalogDoesNotKnowIt) {
  watch_.Note(absl::NotFoundError("restarted"));
  EXPECT_TRUE(watch_.Lost());
  watch_.Note(absl::OkStatus());
  EXPECT_TRUE(watch_.Lost());
}

}  // namespace
}  // namespace academy::backup

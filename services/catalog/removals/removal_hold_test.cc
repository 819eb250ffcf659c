#include "services/catalog/removals/removal_hold.h"

#include <gtest/gtest.h>

#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class RemovalHoldTest : public testing::Test {
 protected:
  FakeClock clock_;
  RemovalHold hold_{clock_};
};

TEST_F(RemovalHoldTest, HoldsUntilItIsEnded) {
  EXPECT_FALSE(hold_.Held());
  hold_.Begin("a", absl::Minutes(1));
  EXPECT_TRUE(hold_.Held());
  hold_.End("a");
  EXPECT_FALSE(hold_.Held());
}

TEST_F(RemovalHoldTest, EndsByItself) {
  hold_.Begin("a", absl::Minutes(1));
  clock_.Advance(absl::Seconds(59));
  EXPECT_TRUE(hold_.Held());
  clock_.Advance(absl::Seconds(1));
  EXPECT_FALSE(hold_.Held());
}

TEST_F(RemovalHoldTest, IsContinuedBeforeItsEndOnly) {
  hold_.Begin("a", absl::Minutes(1));
  clock_.Advance(absl::Seconds(50));
  EXPECT_OK(hold_.Continue("a", absl::Minutes(1)));
  clock_.Advance(absl::Seconds(50));
  EXPECT_TRUE(hold_.Held());
  clock_.Advance(absl::Seconds(10));
  EXPECT_TRUE(absl::IsNotFound(hold_.Continue("a", absl::Minutes(1))));
  EXPECT_FALSE(hold_.Held());
  EXPECT_TRUE(absl::IsNotFound(hold_.Continue("b", absl::Minutes(1))));
}

TEST_F(RemovalHoldTest, TheEndOfOneLeavesAnother) {
  hold_.Begin("a", absl::Minutes(1));
  hold_.Begin("b", absl::Minutes(2));
  hold_.End("a");
  EXPECT_TRUE(hold_.Held());
  clock_.Advance(absl::Minutes(2));
  EXPECT_FALSE(hold_.Held());
}

}  // namespace
}  // namespace academy::catalog

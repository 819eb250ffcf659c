#include "services/catalog/removals/removal_hold.h"

#include <gtest/gtest.h>

#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::catalog {
namespace {

class RemovalHoldTest : public testing::TestWithParam<Engine> {
 protected:
  FakeClock clock_;
  TestDatabase database_{GetParam(), {{1, "holds", kRemovalHoldsSchema}}};
  RemovalHold hold_{*database_, clock_};
};
INSTANTIATE_TEST_SUITE_P(Engines, RemovalHoldTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(RemovalHoldTest, HoldsUntilItIsEnded) {
  EXPECT_FALSE(hold_.Held());
  ASSERT_OK(hold_.Begin("a", absl::Minutes(1)));
  EXPECT_TRUE(hold_.Held());
  ASSERT_OK(hold_.End("a"));
  EXPECT_FALSE(hold_.Held());
}

TEST_P(RemovalHoldTest, EndsByItself) {
  ASSERT_OK(hold_.Begin("a", absl::Minutes(1)));
  clock_.Advance(absl::Seconds(59));
  EXPECT_TRUE(hold_.Held());
  clock_.Advance(absl::Seconds(1));
  EXPECT_FALSE(hold_.Held());
}

TEST_P(RemovalHoldTest, IsContinuedBeforeItsEndOnly) {
  ASSERT_OK(hold_.Begin("a", absl::Minutes(1)));
  clock_.Advance(absl::Seconds(50));
  EXPECT_OK(hold_.Continue("a", absl::Minutes(1)));
  clock_.Advance(absl::Seconds(50));
  EXPECT_TRUE(hold_.Held());
  clock_.Advance(absl::Seconds(10));
  EXPECT_TRUE(absl::IsNotFound(hold_.Continue("a", absl::Minutes(1))));
  EXPECT_FALSE(hold_.Held());
  EXPECT_TRUE(absl::IsNotFound(hold_.Continue("b", absl::Minutes(1))));
}

TEST_P(RemovalHoldTest, TheEndOfOneLeavesAnother) {
  ASSERT_OK(hold_.Begin("a", absl::Minutes(1)));
  ASSERT_OK(hold_.Begin("b", absl::Minutes(2)));
  ASSERT_OK(hold_.End("a"));
  EXPECT_TRUE(hold_.Held());
  clock_.Advance(absl::Minutes(2));
  EXPECT_FALSE(hold_.Held());
}

TEST_P(RemovalHoldTest, IsThatOfEveryCatalogOfTheDatabase) {
  RemovalHold other(*database_, clock_);
  ASSERT_OK(hold_.Begin("a", absl::Minutes(1)));
  EXPECT_TRUE(other.Held());
  EXPECT_OK(other.Continue("a", absl::Minutes(2)));
  clock_.Advance(absl::Minutes(1));
  EXPECT_TRUE(hold_.Held());
  ASSERT_OK(other.End("a"));
  EXPECT_FALSE(hold_.Held());
}

}  // namespace
}  // namespace academy::catalog

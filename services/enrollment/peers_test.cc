#include "services/enrollment/peers.h"

#include <gtest/gtest.h>

namespace academy::enrollment {
namespace {

TEST(HangGuardTest, SoManyCallsAndNoMoreAreOnTheirWayAtOnce) {
  HangGuard guard(2);
  EXPECT_TRUE(guard.Enter());
  EXPECT_TRUE(guard.Enter());
  EXPECT_FALSE(guard.Enter());
  guard.Leave(/*answered=*/true);
  EXPECT_TRUE(guard.Enter());
}

TEST(HangGuardTest, AfterACallThatWasNotAnsweredOneAtATimeIsLetThrough) {
  HangGuard guard(3);
  EXPECT_TRUE(guard.Enter());
  EXPECT_TRUE(guard.Enter());
  guard.Leave(/*answered=*/false);
  EXPECT_FALSE(guard.Enter()) << "the other is still on its way";
  guard.Leave(/*answered=*/false);
  EXPECT_TRUE(guard.Enter());
  EXPECT_FALSE(guard.Enter());
  guard.Leave(/*answered=*/true);
  EXPECT_TRUE(guard.Enter());
  EXPECT_TRUE(guard.Enter());
}

}  // namespace
}  // namespace academy::enrollment

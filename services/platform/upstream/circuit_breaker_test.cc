#include "services/platform/upstream/circuit_breaker.h"

#include <gtest/gtest.h>

namespace academy {
namespace {

TEST(CircuitBreakerTest, SoManyCallsAndNoMoreAreOnTheirWayAtOnce) {
  CircuitBreaker breaker(2);
  EXPECT_TRUE(breaker.Enter());
  EXPECT_TRUE(breaker.Enter());
  EXPECT_FALSE(breaker.Enter());
  breaker.Leave(/*answered=*/true);
  EXPECT_TRUE(breaker.Enter());
}

TEST(CircuitBreakerTest, AfterACallThatWasNotAnsweredOneAtATimeIsLetThrough) {
  CircuitBreaker breaker(3);
  EXPECT_TRUE(breaker.Enter());
  EXPECT_TRUE(breaker.Enter());
  breaker.Leave(/*answered=*/false);
  EXPECT_FALSE(breaker.Enter()) << "the other is still on its way";
  breaker.Leave(/*answered=*/false);
  EXPECT_TRUE(breaker.Enter());
  EXPECT_FALSE(breaker.Enter());
  breaker.Leave(/*answered=*/true);
  EXPECT_TRUE(breaker.Enter());
  EXPECT_TRUE(breaker.Enter());
}

}  // namespace
}  // namespace academy

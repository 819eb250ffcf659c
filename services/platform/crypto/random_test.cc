#include "services/platform/crypto/random.h"

#include <gtest/gtest.h>

#include <set>

namespace academy {
namespace {

TEST(RandomTest, IdsAreVersion7AndSortByTime) {
  std::string earlier = NewId(1'800'000'000'000);
  std::string later = NewId(1'800'000'000'001);
  ASSERT_EQ(earlier.size(), 36u);
  EXPECT_EQ(earlier[14], '7');
  EXPECT_NE(std::string("89ab").find(earlier[19]), std::string::npos);
  EXPECT_LT(earlier, later);
}

TEST(RandomTest, IdsOfOneMillisecondSortByTheirOrder) {
  std::string last = NewId(1'800'000'000'002);
  for (int i = 1; i < 4096; ++i) {
    std::string next = NewId(1'800'000'000'002);
    ASSERT_LT(last, next) << i;
    last = next;
  }
  EXPECT_NE(NewId(1'800'000'000'002), NewId(1'800'000'000'002));
  EXPECT_LT(last, NewId(1'800'000'000'003));
}

TEST(RandomTest, TokensAreDifferentAndUrlSafe) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    std::string token = NewToken();
    EXPECT_EQ(token.size(), 43u);
    EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), token.npos);
    EXPECT_TRUE(seen.insert(token).second);
  }
}

TEST(RandomTest, CodesHaveTheAskedNumberOfDigits) {
  for (int i = 0; i < 100; ++i) {
    std::string code = NewNumericCode(6);
    EXPECT_EQ(code.size(), 6u);
    EXPECT_EQ(code.find_first_not_of("0123456789"), code.npos);
  }
}

}  // namespace
}  // namespace academy

#include "services/common/ids.h"

#include <gtest/gtest.h>

#include <set>

namespace academy {
namespace {

TEST(IdsTest, IdsAreVersion7AndSortByTime) {
  std::string earlier = NewId(1'800'000'000'000);
  std::string later = NewId(1'800'000'000'001);
  ASSERT_EQ(earlier.size(), 36u);
  EXPECT_EQ(earlier[14], '7');
  EXPECT_NE(std::string("89ab").find(earlier[19]), std::string::npos);
  EXPECT_LT(earlier, later);
}

TEST(IdsTest, TokensAreDifferentAndUrlSafe) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    std::string token = NewToken();
    EXPECT_EQ(token.size(), 43u);
    EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), token.npos);
    EXPECT_TRUE(seen.insert(token).second);
  }
}

TEST(IdsTest, CodesHaveTheAskedNumberOfDigits) {
  for (int i = 0; i < 100; ++i) {
    std::string code = NewNumericCode(6);
    EXPECT_EQ(code.size(), 6u);
    EXPECT_EQ(code.find_first_not_of("0123456789"), code.npos);
  }
}

TEST(IdsTest, DigestsMatchPublishedVectors) {
  // FIPS 180-2, appendix B.1; RFC 4231, test case 2.
  EXPECT_EQ(Hex(Sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Hex(HmacSha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(IdsTest, Base64RoundTripsInBothAlphabets) {
  for (std::string raw : {std::string(), std::string("f"), std::string("fo"), std::string("foo"),
                          std::string("\0\xff\xfe\x7f", 4), RandomBytes(100)}) {
    std::string back;
    EXPECT_TRUE(Base64Decode(Base64(raw), back));
    EXPECT_EQ(back, raw);
    EXPECT_TRUE(Base64Decode(Base64Url(raw), back));
    EXPECT_EQ(back, raw);
  }
  EXPECT_EQ(Base64("fo"), "Zm8=");
}

TEST(IdsTest, ForeignCharactersAreNotBase64) {
  std::string raw;
  EXPECT_FALSE(Base64Decode("Zm 9v", raw));
  EXPECT_FALSE(Base64Decode("Zm9vZ", raw));
}

}  // namespace
}  // namespace academy

#include "services/auth/factors/totp.h"

#include <gtest/gtest.h>

#include <set>

namespace academy::auth {
namespace {

// RFC 6238, appendix B, for SHA-1. Its codes have eight digits, of which the last six are ours.
constexpr char kSecret[] = "12345678901234567890";
constexpr UnixMillis kSecond = 1000;
constexpr UnixMillis kStep = 30 * kSecond;

TEST(TotpTest, MatchesTheVectorsOfRfc6238) {
  const struct {
    int64_t seconds;
    int64_t step;
    const char* code;
  } vectors[] = {
      {59, 0x1, "287082"},
      {1111111109, 0x23523EC, "081804"},
      {1111111111, 0x23523ED, "050471"},
      {1234567890, 0x273EF07, "005924"},
      {2000000000, 0x3F940AA, "279037"},
      {20000000000, 0x27BC86AA, "353130"},
  };
  for (const auto& vector : vectors) {
    EXPECT_EQ(MatchTotp(kSecret, vector.code, vector.seconds * kSecond), vector.step) << vector.seconds;
  }
}

TEST(TotpTest, AllowsOneStepOfDriftAndNoMore) {
  constexpr UnixMillis kBegin = 0x23523EC * kStep;
  for (UnixMillis now : {kBegin - kStep, kBegin, kBegin + 2 * kStep - 1}) {
    EXPECT_EQ(MatchTotp(kSecret, "081804", now), 0x23523EC) << now;
  }
  EXPECT_EQ(MatchTotp(kSecret, "081804", kBegin - kStep - 1), std::nullopt);
  EXPECT_EQ(MatchTotp(kSecret, "081804", kBegin + 2 * kStep), std::nullopt);
}

TEST(TotpTest, TakesSixDigitsOnly) {
  for (const char* code : {"", "28708", "2870820", "28708a", " 87082", "94287082", "٢٨٧٠٨٢"}) {
    EXPECT_EQ(MatchTotp(kSecret, code, 59 * kSecond), std::nullopt) << code;
  }
  EXPECT_EQ(MatchTotp("another secret of 20", "287082", 59 * kSecond), std::nullopt);
}

TEST(TotpTest, SecretsAreRandomAndReadAsBase32) {
  std::set<std::string> secrets;
  for (int i = 0; i < 100; ++i) secrets.insert(NewTotpSecret());
  EXPECT_EQ(secrets.size(), 100u);
  EXPECT_EQ(secrets.begin()->size(), 20u);
  EXPECT_EQ(TotpBase32(kSecret), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  EXPECT_EQ(TotpBase32("1234567"), "GEZDGNBVGY3Q") << "no padding";
}

TEST(TotpTest, TheUriNamesTheAcademyAndTheAccount) {
  EXPECT_EQ(TotpUri(kSecret, "أكاديمية & Co", "mona+a@academy.test"),
            "otpauth://totp/%D8%A3%D9%83%D8%A7%D8%AF%D9%8A%D9%85%D9%8A%D8%A9%20%26%20Co:mona%2Ba%40academy.test"
            "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
            "&issuer=%D8%A3%D9%83%D8%A7%D8%AF%D9%8A%D9%85%D9%8A%D8%A9%20%26%20Co&algorithm=SHA1&digits=6&period=30");
}

}  // namespace
}  // namespace academy::auth

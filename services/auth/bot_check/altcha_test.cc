#include "services/auth/bot_check/altcha.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/fake_clock.h"

namespace academy::auth {
namespace {

class AltchaTest : public testing::Test {
 protected:
  int64_t Solve(const AltchaChallenge& challenge) {
    for (int64_t number = 0; number <= challenge.max_number; ++number) {
      if (Hex(Sha256(challenge.salt + std::to_string(number))) == challenge.challenge) return number;
    }
    return -1;
  }
  static std::string Payload(const AltchaChallenge& challenge, const std::string& number) {
    return Base64(R"({"algorithm":")" + challenge.algorithm + R"(","challenge":")" + challenge.challenge +
                  R"(","number":)" + number + R"(,"salt":")" + challenge.salt + R"(","signature":")" +
                  challenge.signature + R"("})");
  }

  FakeClock clock_;
  Altcha altcha_{KeyRing::Fixed("credential"), clock_};
};

TEST_F(AltchaTest, ARightSolutionIsTakenByEveryProcessOfTheAcademy) {
  AltchaChallenge challenge = altcha_.Make();
  std::string payload = Payload(challenge, std::to_string(Solve(challenge)));
  auto solution = altcha_.Verify(payload);
  ASSERT_TRUE(solution.has_value());
  EXPECT_EQ(solution->challenge, challenge.challenge);
  EXPECT_TRUE(Altcha(KeyRing::Fixed("credential"), clock_).Verify(payload).has_value());
  EXPECT_FALSE(Altcha(KeyRing::Fixed("another"), clock_).Verify(payload).has_value());
}

TEST_F(AltchaTest, ForgedPartsAreRefused) {
  AltchaChallenge right = altcha_.Make();
  int64_t number = Solve(right);
  EXPECT_FALSE(altcha_.Verify(Payload(right, std::to_string(number + 1))).has_value());
  AltchaChallenge own = right;
  own.challenge = Hex(Sha256(own.salt + "1"));
  EXPECT_FALSE(altcha_.Verify(Payload(own, "1")).has_value()) << "not signed";
  AltchaChallenge other_algorithm = right;
  other_algorithm.algorithm = "SHA-1";
  EXPECT_FALSE(altcha_.Verify(Payload(other_algorithm, std::to_string(number))).has_value());
}

TEST_F(AltchaTest, TheNumberCannotLendItsDigitsToTheExpiry) {
  AltchaChallenge right = altcha_.Make();
  std::string number = std::to_string(Solve(right));
  ASSERT_FALSE(number.empty());
  AltchaChallenge spliced = right;
  spliced.salt = right.salt + number.substr(0, 1);
  EXPECT_FALSE(altcha_.Verify(Payload(spliced, number.size() > 1 ? number.substr(1) : "0")).has_value());
}

TEST_F(AltchaTest, ExpiredSolutionsAreRefused) {
  AltchaChallenge challenge = altcha_.Make();
  std::string payload = Payload(challenge, std::to_string(Solve(challenge)));
  clock_.Advance(absl::Minutes(10));
  EXPECT_FALSE(altcha_.Verify(payload).has_value());
}

TEST_F(AltchaTest, AnExpiryBeforeAllTimeIsRefused) {
  AltchaChallenge challenge = altcha_.Make();
  for (const char* seconds : {"-1", "-9223372036854775807", "9223372036854775807", "9223372036854775808"}) {
    challenge.salt = std::string("00?expires=") + seconds + "&";
    EXPECT_FALSE(altcha_.Verify(Payload(challenge, "1")).has_value()) << seconds;
  }
}

TEST_F(AltchaTest, NonsenseIsRefusedQuietly) {
  for (const std::string& text :
       {std::string(), std::string("%"), Base64("[]"), Base64("{"), Base64("{\"number\":\"1\"}"),
        Base64("{\"number\":1}"), Base64(std::string(3000, '[')), std::string(10000, 'A')}) {
    EXPECT_FALSE(altcha_.Verify(text).has_value());
  }
}

// Payloads created and judged by npm's altcha-lib (testing/altcha_vectors.mjs).
TEST(AltchaVectors, OursJudgesAsAltchaLibDoes) {
  std::ifstream file("services/auth/bot_check/testing/altcha_vectors.json");
  nlohmann::json fixture = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  ASSERT_TRUE(fixture.is_object());
  FakeClock clock(2'000'000'000'000);
  Altcha altcha(KeyRing::Fixed(fixture["key"].get<std::string>()), clock);
  int right = 0;
  for (const nlohmann::json& vector : fixture["vectors"]) {
    bool judged = altcha.Verify(vector["payload"].get<std::string>()).has_value();
    EXPECT_EQ(judged, vector["right"].get<bool>()) << vector["name"];
    right += judged ? 1 : 0;
  }
  EXPECT_GE(right, 10);
}

}  // namespace
}  // namespace academy::auth

#include "services/auth/factors/passkeys/webauthn.h"

#include <gtest/gtest.h>

#include "services/auth/testing/passkey_device.h"

namespace academy::auth {
namespace {

const RelyingParty kParty{.id = "academy.example", .origin = "https://academy.example"};
constexpr int kEs256 = -7;
constexpr char kChallenge[] = "Y2hhbGxlbmdl";

class WebauthnTest : public testing::Test {
 protected:
  WebauthnTest() { device_.origin = kParty.origin; }

  std::optional<NewCredential> Register(int algorithm = kEs256) {
    return ReadRegistration({.client_data_json = "", .authenticator_data = device_.AuthenticatorData(kParty.id, true)},
                            algorithm, kParty);
  }
  StoredCredential Stored() {
    std::optional<NewCredential> made = Register();
    EXPECT_TRUE(made.has_value());
    return {.algorithm = kEs256, .public_key = made->public_key, .sign_count = made->sign_count};
  }
  AuthenticatorAnswer Answer(const std::string& party_id = kParty.id) {
    return {.client_data_json = device_.ClientData("webauthn.get", kChallenge),
            .authenticator_data = device_.AuthenticatorData(party_id, false)};
  }
  std::string Signature(const AuthenticatorAnswer& answer) {
    return device_.SignatureOf(answer.authenticator_data, answer.client_data_json);
  }

  PasskeyDevice device_;
};

TEST_F(WebauthnTest, TheChallengeOfAnAnswerIsForItsCeremonyAndPage) {
  std::string client_data = device_.ClientData("webauthn.get", kChallenge);
  EXPECT_EQ(ChallengeOf(client_data, Ceremony::kLogin, kParty), "challenge");
  EXPECT_EQ(ChallengeOf(client_data, Ceremony::kRegistration, kParty), std::nullopt);
  device_.origin = "https://evil.example";
  EXPECT_EQ(ChallengeOf(device_.ClientData("webauthn.get", kChallenge), Ceremony::kLogin, kParty), std::nullopt);
  device_.origin = kParty.origin;
  device_.cross_origin = true;
  EXPECT_EQ(ChallengeOf(device_.ClientData("webauthn.get", kChallenge), Ceremony::kLogin, kParty), std::nullopt);
}

TEST_F(WebauthnTest, AnAnswerThatIsNoJsonHasNoChallenge) {
  for (std::string_view text :
       {"", "null", "[]", "{}", "{\"type\":1}", "{\"type\":\"webauthn.get\",\"origin\":\"https://academy.example\"",
        "{\"type\":\"webauthn.get\",\"origin\":\"https://academy.example\",\"challenge\":\"!\"}"}) {
    EXPECT_EQ(ChallengeOf(text, Ceremony::kLogin, kParty), std::nullopt) << text;
  }
}

TEST_F(WebauthnTest, ACredentialIsReadFromItsRegistration) {
  device_.synced = true;
  std::optional<NewCredential> made = Register();
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(made->id, device_.credential_id);
  EXPECT_EQ(made->algorithm, kEs256);
  EXPECT_EQ(made->sign_count, 1);
  EXPECT_TRUE(made->synced);
}

TEST_F(WebauthnTest, ARegistrationIsForThisAcademyAndAVerifiedUser) {
  EXPECT_FALSE(Register(-8).has_value()) << "another algorithm";
  std::string other = device_.AuthenticatorData("evil.example", true);
  EXPECT_FALSE(ReadRegistration({.client_data_json = "", .authenticator_data = other}, kEs256, kParty).has_value());
  device_.user_verified = false;
  EXPECT_FALSE(Register().has_value());
  device_.user_verified = true;
  std::string whole = device_.AuthenticatorData(kParty.id, true);
  for (size_t length = 0; length < whole.size(); ++length) {
    AuthenticatorAnswer cut{.client_data_json = "", .authenticator_data = whole.substr(0, length)};
    EXPECT_FALSE(ReadRegistration(cut, kEs256, kParty).has_value()) << length;
  }
}

TEST_F(WebauthnTest, ASignatureIsVerified) {
  StoredCredential stored = Stored();
  device_.counter = 7;
  device_.synced = true;
  AuthenticatorAnswer answer = Answer();
  std::optional<UsedCredential> used = VerifyAssertion(answer, Signature(answer), stored, kParty);
  ASSERT_TRUE(used.has_value());
  EXPECT_EQ(used->sign_count, 7);
  EXPECT_TRUE(used->synced);
}

TEST_F(WebauthnTest, ASignatureOfAnythingElseIsRefused) {
  StoredCredential stored = Stored();
  device_.counter = 2;
  AuthenticatorAnswer answer = Answer();
  std::string signature = Signature(answer);
  EXPECT_FALSE(VerifyAssertion(answer, "", stored, kParty).has_value());
  EXPECT_FALSE(VerifyAssertion(answer, signature.substr(1), stored, kParty).has_value());
  PasskeyDevice other;
  EXPECT_FALSE(
      VerifyAssertion(answer, other.SignatureOf(answer.authenticator_data, answer.client_data_json), stored, kParty)
          .has_value());
  AuthenticatorAnswer changed = answer;
  changed.client_data_json += " ";
  EXPECT_FALSE(VerifyAssertion(changed, signature, stored, kParty).has_value());
  AuthenticatorAnswer elsewhere = Answer("evil.example");
  EXPECT_FALSE(VerifyAssertion(elsewhere, Signature(elsewhere), stored, kParty).has_value());
  StoredCredential broken = stored;
  broken.public_key = "short";
  EXPECT_FALSE(VerifyAssertion(answer, signature, broken, kParty).has_value());
  broken.algorithm = 0;
  EXPECT_FALSE(VerifyAssertion(answer, signature, broken, kParty).has_value());
}

TEST_F(WebauthnTest, AUserThatWasNotVerifiedIsRefused) {
  StoredCredential stored = Stored();
  device_.counter = 2;
  device_.user_verified = false;
  AuthenticatorAnswer answer = Answer();
  EXPECT_FALSE(VerifyAssertion(answer, Signature(answer), stored, kParty).has_value());
}

TEST_F(WebauthnTest, ACounterRisesOrStaysZero) {
  StoredCredential stored = Stored();
  AuthenticatorAnswer same = Answer();
  EXPECT_FALSE(VerifyAssertion(same, Signature(same), stored, kParty).has_value()) << "a copy of the authenticator";
  device_.counts = false;
  AuthenticatorAnswer none = Answer();
  EXPECT_FALSE(VerifyAssertion(none, Signature(none), stored, kParty).has_value()) << "it counted before";
  stored.sign_count = 0;
  EXPECT_TRUE(VerifyAssertion(none, Signature(none), stored, kParty).has_value());
}

}  // namespace
}  // namespace academy::auth

#include <atomic>
#include <thread>

#include "services/auth/testing/auth_fixture.h"

namespace academy::auth {
namespace {

constexpr UnixMillis kMinute = 60'000;
constexpr char kEmail[] = "learner@academy.test";

class AbuseTest : public AuthTest {
 protected:
  void StartWith(BotCheckPolicy policy) {
    options().bot_check = policy;
    Start();
  }
  static Caller From(const std::string& peer) { return {.peer = peer}; }
  std::string Proof() {
    auto challenge = Call<v1::BotCheck>(Anonymous(), &v1::BotCheck::Stub::GetChallenge, v1::GetChallengeRequest());
    return Solve(challenge.response);
  }
  Answer<v1::LoginLearnerResponse> LoginWith(const std::string& altcha, const std::string& password = "secret1",
                                             const Caller& caller = {}) {
    v1::LoginLearnerRequest request;
    request.set_email(kEmail);
    request.set_password(password);
    request.set_altcha(altcha);
    return Call<v1::LearnerAuth>(caller, &v1::LearnerAuth::Stub::LoginLearner, request);
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, AbuseTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(AbuseTest, FiveFailuresMakeAnAccountWaitEvenWithTheRightPasswordAndOverARestart) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Login(kEmail, "wrong-one").reason(), "wrong_password");
  Restart();
  auto refused = Login(kEmail);
  EXPECT_EQ(refused.status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(refused.reason(), "too_many_attempts");
  EXPECT_EQ(DetailOf(refused.status).retry_after_seconds, 60);
  clock_.Advance(kMinute);
  EXPECT_EQ(Login(kEmail, "wrong-one").reason(), "wrong_password");
  EXPECT_EQ(DetailOf(Login(kEmail).status).retry_after_seconds, 120) << "the pause doubles";
  clock_.Advance(2 * kMinute);
  EXPECT_TRUE(Login(kEmail).ok());
  EXPECT_EQ(Login(kEmail, "wrong-one").reason(), "wrong_password") << "success forgets the failures";
  EXPECT_TRUE(Login(kEmail).ok());
}

TEST_P(AbuseTest, FailuresAreForgottenAfterAQuarterOfAnHour) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  for (int i = 0; i < 4; ++i) Login(kEmail, "wrong-one");
  clock_.Advance(15 * kMinute);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(Login(kEmail, "wrong-one").reason(), "wrong_password");
  EXPECT_TRUE(Login(kEmail).ok());
}

TEST_P(AbuseTest, ParallelGuessesAreCheckedFiveTimesAtMost) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  std::atomic<int> looked_at = 0;
  std::vector<std::thread> guessers;
  for (int i = 0; i < 40; ++i) {
    guessers.emplace_back([&] {
      if (Login(kEmail, "wrong-one").reason() == "wrong_password") ++looked_at;
    });
  }
  for (std::thread& guesser : guessers) guesser.join();
  EXPECT_EQ(looked_at, 5);
}

TEST_P(AbuseTest, RecoveryLiftsThePause) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  for (int i = 0; i < 5; ++i) Login(kEmail, "wrong-one");
  v1::ForgotPasswordRequest forgot;
  forgot.set_email(kEmail);
  auto asked = Call<v1::LearnerAuth>(Anonymous(), &v1::LearnerAuth::Stub::ForgotPassword, forgot);
  ASSERT_TRUE(asked.ok()) << asked.message();
  v1::VerifyRecoveryCodeRequest verify;
  verify.set_user_id(asked.response.result().user_id());
  verify.set_code(CodeIn(NewestMail().text()));
  ASSERT_TRUE(Call<v1::LearnerAuth>(Anonymous(), &v1::LearnerAuth::Stub::VerifyRecoveryCode, verify).ok());
  v1::ResetPasswordRequest reset;
  reset.set_user_id(verify.user_id());
  reset.set_password("secret2");
  ASSERT_TRUE(Call<v1::LearnerAuth>(Anonymous(), &v1::LearnerAuth::Stub::ResetPassword, reset).ok());
  EXPECT_TRUE(Login(kEmail, "secret2").ok());
}

TEST_P(AbuseTest, AnAddressIsSlowedAfterAHundredFailuresOnly) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(Login("nobody" + std::to_string(i) + "@academy.test", "wrong-one", From("203.0.113.7")).reason(),
              "user_not_found");
  }
  EXPECT_EQ(Login(kEmail, "secret1", From("203.0.113.7")).reason(), "too_many_attempts");
  EXPECT_TRUE(Login(kEmail, "secret1", From("203.0.113.8")).ok());
}

TEST_P(AbuseTest, AlwaysAsksForAProofThatIsRightFreshAndUnspent) {
  StartWith(BotCheckPolicy::kAlways);
  ALearner();
  auto missing = LoginWith("");
  EXPECT_EQ(missing.status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(missing.reason(), "bot_check_missing");
  EXPECT_EQ(missing.message(), "Recaptcha verification Missing");
  EXPECT_EQ(LoginWith("bm9uc2Vuc2U=").reason(), "bot_check_missing");
  std::string proof = Proof();
  ASSERT_FALSE(proof.empty());
  EXPECT_TRUE(LoginWith(proof).ok());
  EXPECT_EQ(LoginWith(proof).reason(), "bot_check_missing") << "a proof is good once";
  std::string old = Proof();
  clock_.Advance(10 * kMinute + 1000);
  EXPECT_EQ(LoginWith(old).reason(), "bot_check_missing");

  v1::SignUpLearnerRequest sign_up = LearnerSignUp("new@academy.test");
  EXPECT_EQ(Call<v1::LearnerAuth>(Anonymous(), &v1::LearnerAuth::Stub::SignUpLearner, sign_up).reason(),
            "bot_check_missing");
  sign_up.set_altcha(Proof());
  EXPECT_TRUE(Call<v1::LearnerAuth>(Anonymous(), &v1::LearnerAuth::Stub::SignUpLearner, sign_up).ok());
  v1::ForgotPasswordRequest forgot;
  forgot.set_email(kEmail);
  EXPECT_EQ(Call<v1::LearnerAuth>(Anonymous(), &v1::LearnerAuth::Stub::ForgotPassword, forgot).reason(),
            "bot_check_missing");
  v1::LoginManagerRequest manager = ManagerLogin("manager@academy.test");
  EXPECT_EQ(Call<v1::ManagerAuth>(Anonymous(), &v1::ManagerAuth::Stub::LoginManager, manager).reason(),
            "bot_check_missing");
}

TEST_P(AbuseTest, AdaptiveAsksAfterThreeFailuresOfAnAccount) {
  StartWith(BotCheckPolicy::kAdaptive);
  ALearner();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(LoginWith("", "wrong-one").reason(), "wrong_password");
  EXPECT_EQ(LoginWith("").reason(), "bot_check_missing");
  EXPECT_TRUE(LoginWith(Proof()).ok());
  EXPECT_TRUE(LoginWith("").ok()) << "success calms it";
}

TEST_P(AbuseTest, AdaptiveAsksAboveThirtyCallsAMinuteFromAnAddress) {
  StartWith(BotCheckPolicy::kAdaptive);
  ALearner();
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(LoginWith("", "secret1", From("2001:db8::1")).ok()) << i;
  EXPECT_EQ(LoginWith("", "secret1", From("2001:db8::2")).reason(), "bot_check_missing") << "one /64, one household";
  EXPECT_TRUE(LoginWith("", "secret1", From("2001:db8:1::2")).ok());
  clock_.Advance(kMinute);
  EXPECT_TRUE(LoginWith("", "secret1", From("2001:db8::1")).ok());
}

TEST_P(AbuseTest, TheMailboxIsClosedUnlessOpened) {
  options().dev_mail = false;
  StartWith(BotCheckPolicy::kOff);
  EXPECT_EQ(Call<v1::Mailbox>(Service(), &v1::Mailbox::Stub::ListMails, v1::ListMailsRequest()).reason(),
            "mailbox_closed");
}

}  // namespace
}  // namespace academy::auth

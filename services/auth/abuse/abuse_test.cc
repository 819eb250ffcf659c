#include <atomic>
#include <functional>
#include <thread>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kMinute = absl::Minutes(1);
constexpr char kEmail[] = "learner@academy.test";

class AbuseTest : public AuthTest {
 protected:
  void StartWith(BotCheckPolicy policy) {
    options().bot_check = policy;
    Start();
  }
  static Caller From(const std::string& peer) { return {.remote_address = peer}; }
  std::string Proof() {
    auto challenge = Call(Anonymous(), &v1::BotCheck::Stub::GetChallenge, v1::GetChallengeRequest());
    return Solve(challenge.response);
  }
  // Runs `work(0)` to `work(times - 1)`, each on its own thread.
  static void InParallel(int times, const std::function<void(int)>& work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < times; ++i) threads.emplace_back([&work, i] { work(i); });
    for (std::thread& thread : threads) thread.join();
  }
  Reply<v1::SignUpLearnerResponse> SignUp(const std::string& email, const Caller& caller) {
    return Call(caller, &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp(email));
  }
  Reply<v1::ForgotPasswordResponse> Forgot(const std::string& email, const Caller& caller) {
    v1::ForgotPasswordRequest request;
    request.set_email(email);
    return Call(caller, &v1::Recovery::Stub::ForgotPassword, request);
  }
  Reply<v1::ActivateResponse> Activate(const std::string& email, const std::string& token, const Caller& caller) {
    v1::ActivateRequest request;
    request.set_email(email);
    request.set_token(token);
    return Call(caller, &v1::LearnerSignIn::Stub::Activate, request);
  }
  Reply<v1::LoginLearnerResponse> LoginWith(const std::string& altcha, const std::string& password = "secret1",
                                            const Caller& caller = {}) {
    v1::LoginLearnerRequest request;
    request.set_email(kEmail);
    request.set_password(password);
    request.set_altcha(altcha);
    return Call(caller, &v1::LearnerSignIn::Stub::LoginLearner, request);
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, AbuseTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(AbuseTest, FiveFailuresMakeAnAccountWaitEvenWithTheRightPasswordAndOverARestart) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  for (int i = 0; i < 5; ++i) EXPECT_THAT(Login(kEmail, "wrong-one"), HasReason("wrong_password"));
  Restart();
  auto refused = Login(kEmail);
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted, "too_many_attempts"));
  EXPECT_EQ(DetailOf(refused.status).retry_after_seconds, 60);
  clock_.Advance(kMinute);
  EXPECT_THAT(Login(kEmail, "wrong-one"), HasReason("wrong_password"));
  EXPECT_EQ(DetailOf(Login(kEmail).status).retry_after_seconds, 120) << "the pause doubles";
  clock_.Advance(2 * kMinute);
  EXPECT_OK(Login(kEmail));
  EXPECT_THAT(Login(kEmail, "wrong-one"), HasReason("wrong_password")) << "success forgets the failures";
  EXPECT_OK(Login(kEmail));
}

TEST_P(AbuseTest, FailuresAreForgottenAfterAQuarterOfAnHour) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  for (int i = 0; i < 4; ++i) Login(kEmail, "wrong-one");
  clock_.Advance(15 * kMinute);
  for (int i = 0; i < 4; ++i) EXPECT_THAT(Login(kEmail, "wrong-one"), HasReason("wrong_password"));
  EXPECT_OK(Login(kEmail));
}

TEST_P(AbuseTest, GuessesThatKeepComingSlowlyStillAddUp) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(Login(kEmail, "wrong-one"), HasReason("wrong_password"));
    clock_.Advance(14 * kMinute);
  }
  EXPECT_THAT(Login(kEmail, "wrong-one"), HasReason("wrong_password")) << "the first pause is over";
  EXPECT_EQ(DetailOf(Login(kEmail).status).retry_after_seconds, 120);
}

TEST_P(AbuseTest, PausesDoubleUpToAQuarterOfAnHourAndStayThere) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  for (int i = 0; i < 4; ++i) Login(kEmail, "wrong-one");
  for (int seconds : {60, 120, 240, 480, 900, 900, 900}) {
    EXPECT_THAT(Login(kEmail, "wrong-one"), HasReason("wrong_password"));
    clock_.Advance(absl::Milliseconds(500));
    EXPECT_EQ(DetailOf(Login(kEmail).status).retry_after_seconds, seconds) << "whole seconds, rounded up";
    clock_.Advance(absl::Seconds(seconds) - absl::Milliseconds(500));
  }
  clock_.Advance(15 * kMinute);
  for (int i = 0; i < 4; ++i) Login(kEmail, "wrong-one");
  EXPECT_OK(Login(kEmail)) << "a quarter of an hour after the last pause all is forgotten";
}

TEST_P(AbuseTest, OfTwoHundredParallelGuessesFiveAreLookedAt) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  std::atomic<int> looked_at = 0, refused = 0;
  InParallel(200, [&](int i) {
    std::string reason = Login(kEmail, "wrong-" + std::to_string(i)).reason();
    if (reason == "wrong_password") ++looked_at;
    if (reason == "too_many_attempts") ++refused;
  });
  EXPECT_EQ(looked_at, 5);
  EXPECT_EQ(refused, 195);
}

TEST_P(AbuseTest, ParallelRightSignInsAllSucceedAndLeaveOneSession) {
  StartWith(BotCheckPolicy::kAdaptive);
  ALearner();
  // One failure short of the bot check, so that a wrongly counted one would show.
  for (int i = 0; i < 2; ++i) Login(kEmail, "wrong-one", From("203.0.113.7"));
  std::vector<Reply<v1::LoginLearnerResponse>> answers(30);
  InParallel(30, [&](int i) {
    answers[static_cast<size_t>(i)] = Login(kEmail, "secret1", From("198.51.100." + std::to_string(i)));
  });
  int valid = 0;
  for (const auto& answer : answers) {
    EXPECT_OK(answer);
    valid += ReasonOf(answer.response.client_token()).empty() ? 1 : 0;
  }
  EXPECT_EQ(valid, 1);
  EXPECT_THAT(Login(kEmail, "wrong-one"), HasReason("wrong_password")) << "no pause is left behind";
}

TEST_P(AbuseTest, FiftyTabsOfOneLearnerAllSignIn) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  std::atomic<int> signed_in = 0;
  InParallel(50, [&](int) { signed_in += Login(kEmail, "secret1", From("203.0.113.7")).ok() ? 1 : 0; });
  EXPECT_EQ(signed_in, 50);
}

TEST_P(AbuseTest, RecoveryLiftsThePause) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  for (int i = 0; i < 5; ++i) Login(kEmail, "wrong-one");
  v1::ForgotPasswordRequest forgot;
  forgot.set_email(kEmail);
  auto asked = Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, forgot);
  ASSERT_OK(asked);
  v1::VerifyRecoveryCodeRequest verify;
  verify.set_handle(asked.response.result().handle());
  verify.set_code(CodeIn(NewestMail().text()));
  ASSERT_OK(Call(Anonymous(), &v1::Recovery::Stub::VerifyRecoveryCode, verify));
  v1::ResetPasswordRequest reset;
  reset.set_handle(verify.handle());
  reset.set_password("secret2");
  ASSERT_OK(Call(Anonymous(), &v1::Recovery::Stub::ResetPassword, reset));
  EXPECT_OK(Login(kEmail, "secret2"));
}

TEST_P(AbuseTest, AnAddressIsSlowedAfterAHundredFailuresOnly) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  auto fail = [&](int i) { return Login("nobody" + std::to_string(i) + "@academy.test", "x", From("203.0.113.7")); };
  for (int i = 0; i < 99; ++i) fail(i);
  EXPECT_OK(Login(kEmail, "secret1", From("203.0.113.7")));
  EXPECT_OK(Login(kEmail, "secret1", From("203.0.113.7"))) << "what succeeds is no failure";
  fail(99);
  auto refused = Login(kEmail, "secret1", From("::ffff:203.0.113.7"));
  EXPECT_THAT(refused, HasReason("too_many_attempts")) << "the same address, written as IPv6";
  EXPECT_EQ(DetailOf(refused.status).retry_after_seconds, 10);
  EXPECT_OK(Login(kEmail, "secret1", From("203.0.113.8")));
  clock_.Advance(absl::Seconds(10));
  fail(100);
  EXPECT_EQ(DetailOf(Login(kEmail, "secret1", From("203.0.113.7")).status).retry_after_seconds, 20);
  clock_.Advance(absl::Seconds(20));
  EXPECT_OK(Login(kEmail, "secret1", From("203.0.113.7")));
  EXPECT_OK(Login(kEmail, "secret1", From("203.0.113.7"))) << "success makes nobody wait";
}

TEST_P(AbuseTest, ASchoolsSteadyMistakesNeverSlowIt) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  // Six a minute are ninety in a quarter of an hour, never a hundred.
  for (int i = 0; i < 240; ++i) {
    Login("learner" + std::to_string(i) + "@academy.test", "wrong-one", From("203.0.113.7"));
    clock_.Advance(absl::Seconds(10));
  }
  EXPECT_OK(Login(kEmail, "secret1", From("203.0.113.7")));
}

TEST_P(AbuseTest, WhoHasAnAccountIsToldSlowly) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  const Caller stranger = From("2001:db8::1");
  auto nobody = [](int i) { return "nobody" + std::to_string(i) + "@academy.test"; };
  for (int i = 0; i < 20; ++i) EXPECT_THAT(Login(nobody(i), "x", stranger), HasReason("user_not_found"));
  for (int i = 20; i < 40; ++i) EXPECT_THAT(Forgot(nobody(i), stranger), HasReason("user_not_found"));
  for (int i = 40; i < 60; ++i) EXPECT_THAT(Activate(nobody(i), "token", stranger), HasReason("user_not_found"));
  Restart();
  const Caller neighbour = From("2001:db8::2");
  auto refused = Login(nobody(60), "x", neighbour);
  EXPECT_THAT(refused, HasReason("too_many_attempts")) << "one /64";
  EXPECT_GT(DetailOf(refused.status).retry_after_seconds, 3000);
  EXPECT_LE(DetailOf(refused.status).retry_after_seconds, 3600);
  EXPECT_THAT(Forgot(nobody(61), neighbour), HasReason("too_many_attempts"));
  EXPECT_THAT(Activate(nobody(62), "token", neighbour), HasReason("too_many_attempts"));

  // The refusal itself reveals nothing: an existing e-mail gets it too.
  EXPECT_THAT(Login(kEmail, "wrong-one", neighbour), HasReason("too_many_attempts"));
  EXPECT_THAT(Forgot(kEmail, neighbour), HasReason("too_many_attempts"));
  EXPECT_THAT(Activate(kEmail, "token", neighbour), HasReason("too_many_attempts"));
  EXPECT_THAT(SignUp(kEmail, neighbour), HasReason("too_many_attempts"));
  // Somebody who knows the password can still sign in, and somebody at another address can recover.
  EXPECT_OK(Login(kEmail, "secret1", neighbour));
  EXPECT_OK(Forgot(kEmail, From("2001:db8:1::1")));
  clock_.Advance(60 * kMinute);
  EXPECT_THAT(Login(nobody(63), "x", stranger), HasReason("user_not_found"));
}

TEST_P(AbuseTest, ParallelQuestionsAreAnsweredSixtyTimes) {
  StartWith(BotCheckPolicy::kOff);
  std::atomic<int> told = 0;
  InParallel(90, [&](int i) {
    std::string email = "nobody" + std::to_string(i) + "@academy.test";
    auto reason =
        i % 2 == 0 ? Forgot(email, From("203.0.113.7")).reason() : Activate(email, "t", From("203.0.113.7")).reason();
    if (reason == "user_not_found") ++told;
  });
  EXPECT_EQ(told, 60);
}

TEST_P(AbuseTest, SignUpsWithTakenAddressesTellSlowlyToo) {
  StartWith(BotCheckPolicy::kOff);
  ALearner();
  for (int i = 0; i < 60; ++i) EXPECT_THAT(SignUp(kEmail, From("203.0.113.7")), HasReason("email_taken"));
  EXPECT_THAT(SignUp(kEmail, From("203.0.113.7")), HasReason("too_many_attempts"));
  EXPECT_THAT(SignUp("new@academy.test", From("203.0.113.7")), HasReason("too_many_attempts"));
  EXPECT_OK(SignUp("new@academy.test", From("203.0.113.8")));
}

TEST_P(AbuseTest, AnAddressSignsUpThreeHundredTimesAnHour) {
  StartWith(BotCheckPolicy::kOff);
  for (int i = 0; i < 300; ++i) ASSERT_OK(SignUp("l" + std::to_string(i) + "@a.test", From("203.0.113.7"))) << i;
  EXPECT_THAT(SignUp("one-more@a.test", From("203.0.113.7")), HasReason("too_many_attempts"));
  clock_.Advance(60 * kMinute);
  EXPECT_OK(SignUp("one-more@a.test", From("203.0.113.7")));
}

TEST_P(AbuseTest, ActivationMailsAreAskedForSixtyTimesAnHourByAnAddress) {
  StartWith(BotCheckPolicy::kOff);
  v1::ResendActivationRequest request;
  request.set_email("somebody@academy.test");
  auto resend = [&](const Caller& caller) {
    return Call(caller, &v1::LearnerSignIn::Stub::ResendActivation, request).reason();
  };
  for (int i = 0; i < 60; ++i) EXPECT_EQ(resend(From("203.0.113.7")), "");
  EXPECT_EQ(resend(From("203.0.113.7")), "too_many_attempts");
  EXPECT_EQ(resend(From("203.0.113.8")), "");
}

TEST_P(AbuseTest, CountersAreForgottenWhenTheyMeanNothingAnyMore) {
  StartWith(BotCheckPolicy::kAdaptive);
  for (int i = 0; i < 20; ++i) {
    Login(std::string(400, 'a') + std::to_string(i) + "@academy.test", "x", From("203.0.113." + std::to_string(i)));
  }
  ASSERT_OK(auth_->Sweep());
  auto rows = [&] {
    auto counted = database_->Read([](soci::session& sql) -> absl::StatusOr<int> {
      int count = 0;
      sql << "SELECT COUNT(*) FROM counters", soci::into(count);
      return count;
    });
    return counted.value_or(-1);
  };
  EXPECT_EQ(rows(), 20 * 4) << "account, failures, calls, told";
  clock_.Advance(15 * kMinute);
  ASSERT_OK(auth_->Sweep());
  EXPECT_EQ(rows(), 20) << "told";
  clock_.Advance(45 * kMinute);
  ASSERT_OK(auth_->Sweep());
  EXPECT_EQ(rows(), 0);
}

TEST_P(AbuseTest, AlwaysAsksForAProofThatIsRightFreshAndUnspent) {
  StartWith(BotCheckPolicy::kAlways);
  ALearner();
  auto missing = LoginWith("");
  EXPECT_THAT(missing, StatusIs(absl::StatusCode::kPermissionDenied, "bot_check_missing"));
  EXPECT_EQ(missing.message(), "Recaptcha verification Missing");
  EXPECT_THAT(LoginWith("bm9uc2Vuc2U="), HasReason("bot_check_missing"));
  std::string proof = Proof();
  ASSERT_FALSE(proof.empty());
  EXPECT_OK(LoginWith(proof));
  EXPECT_THAT(LoginWith(proof), HasReason("bot_check_missing")) << "a proof is good once";
  std::string old = Proof();
  clock_.Advance(10 * kMinute + absl::Seconds(1));
  EXPECT_THAT(LoginWith(old), HasReason("bot_check_missing"));

  v1::SignUpLearnerRequest sign_up = LearnerSignUp("new@academy.test");
  EXPECT_THAT(Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, sign_up), HasReason("bot_check_missing"));
  sign_up.set_altcha(Proof());
  EXPECT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, sign_up));
  v1::ForgotPasswordRequest forgot;
  forgot.set_email(kEmail);
  EXPECT_THAT(Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, forgot), HasReason("bot_check_missing"));
  v1::LoginManagerRequest manager = ManagerLogin("manager@academy.test");
  EXPECT_THAT(Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, manager), HasReason("bot_check_missing"));
}

TEST_P(AbuseTest, AdaptiveAsksAfterThreeFailuresOfAnAccount) {
  StartWith(BotCheckPolicy::kAdaptive);
  ALearner();
  for (int i = 0; i < 3; ++i) EXPECT_THAT(LoginWith("", "wrong-one"), HasReason("wrong_password"));
  EXPECT_THAT(LoginWith(""), HasReason("bot_check_missing"));
  EXPECT_OK(LoginWith(Proof()));
  EXPECT_OK(LoginWith("")) << "success calms it";
}

TEST_P(AbuseTest, AdaptiveAsksAfterThreeFailuresOfAnAddress) {
  StartWith(BotCheckPolicy::kAdaptive);
  ALearner();
  for (int i = 0; i < 3; ++i) Login("nobody" + std::to_string(i) + "@academy.test", "x", From("203.0.113.7"));
  EXPECT_THAT(LoginWith("", "secret1", From("203.0.113.7")), HasReason("bot_check_missing"));
  EXPECT_THAT(SignUp("new@academy.test", From("203.0.113.7")), HasReason("bot_check_missing"));
  EXPECT_THAT(Forgot(kEmail, From("203.0.113.7")), HasReason("bot_check_missing"));
  EXPECT_OK(LoginWith("", "secret1", From("203.0.113.8")));
  clock_.Advance(15 * kMinute);
  EXPECT_OK(LoginWith("", "secret1", From("203.0.113.7")));
}

TEST_P(AbuseTest, APausedAccountAnswersSoWhateverTheProof) {
  StartWith(BotCheckPolicy::kAdaptive);
  ALearner();
  for (int i = 0; i < 5; ++i) EXPECT_THAT(LoginWith(Proof(), "wrong-one"), HasReason("wrong_password"));
  EXPECT_THAT(LoginWith(""), HasReason("too_many_attempts"));
  std::string proof = Proof();
  EXPECT_THAT(LoginWith(proof), HasReason("too_many_attempts"));
  EXPECT_THAT(LoginWith("bm9uc2Vuc2U="), HasReason("too_many_attempts"));
  clock_.Advance(kMinute);
  EXPECT_OK(LoginWith(proof)) << "a proof that nobody looked at is still good";
}

TEST_P(AbuseTest, AdaptiveAsksAboveThirtyCallsAMinuteFromAnAddress) {
  StartWith(BotCheckPolicy::kAdaptive);
  ALearner();
  for (int i = 0; i < 30; ++i) ASSERT_OK(LoginWith("", "secret1", From("2001:db8::1"))) << i;
  EXPECT_THAT(LoginWith("", "secret1", From("2001:db8::2")), HasReason("bot_check_missing"))
      << "one /64, one household";
  EXPECT_OK(LoginWith("", "secret1", From("2001:db8:1::2")));
  clock_.Advance(kMinute);
  EXPECT_OK(LoginWith("", "secret1", From("2001:db8::1")));
}

TEST_P(AbuseTest, TheMailboxIsClosedUnlessOpened) {
  options().dev_mail = false;
  StartWith(BotCheckPolicy::kOff);
  EXPECT_THAT(Call(Service(), &v1::Mailbox::Stub::ListMails, v1::ListMailsRequest()), HasReason("mailbox_closed"));
}

}  // namespace
}  // namespace academy::auth

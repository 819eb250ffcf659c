// Nobody can lock somebody else out, and this opens no way for more guesses.
#include <string>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "learner@academy.test";
constexpr char kManagerEmail[] = "manager@academy.test";
const Caller kHome = {.remote_address = "192.0.2.1"};
const Caller kStranger = {.remote_address = "198.51.100.7"};

class LockoutTest : public AuthTest {
 protected:
  LockoutTest() {
    options().bot_check = BotCheckPolicy::kOff;
    Start();
  }

  // Makes wrong guesses as a stranger until the account is paused.
  void Guess(const std::string& email = kEmail) {
    for (int i = 0; i < 5; ++i) Login(email, "wrong-one", kStranger);
    ASSERT_THAT(Login(email, "secret1", kStranger), HasReason("too_many_attempts"));
  }
  Reply<v1::LoginManagerResponse> LoginManager(const std::string& password, const Caller& caller) {
    return Call(caller, &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin(kManagerEmail, password));
  }
  Reply<v1::ForgotPasswordResponse> Forgot(const Caller& caller) {
    v1::ForgotPasswordRequest request;
    request.set_email(kEmail);
    return Call(caller, &v1::Recovery::Stub::ForgotPassword, request);
  }
  Reply<v1::VerifyRecoveryCodeResponse> Verify(const std::string& handle, const std::string& code,
                                               const Caller& caller) {
    v1::VerifyRecoveryCodeRequest request;
    request.set_handle(handle);
    request.set_code(code);
    return Call(caller, &v1::Recovery::Stub::VerifyRecoveryCode, request);
  }
  Reply<v1::ChangeLearnerPasswordResponse> ChangePassword(const Caller& learner, const std::string& from,
                                                          const std::string& to) {
    v1::ChangeLearnerPasswordRequest request;
    request.set_password(from);
    request.set_new_password(to);
    return Call(learner, &v1::Profile::Stub::ChangeLearnerPassword, request);
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, LockoutTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(LockoutTest, AStrangersGuessesDoNotKeepOutWhoComesFromAnAddressOfTheirs) {
  ALearner();
  ASSERT_OK(Login(kEmail, "secret1", kHome));
  Guess();
  EXPECT_OK(Login(kEmail, "secret1", kHome));
  Restart();
  EXPECT_OK(Login(kEmail, "secret1", kHome));
  EXPECT_THAT(Login(kEmail, "secret1", kStranger), HasReason("too_many_attempts")) << "the pause goes on for others";
}

TEST_P(LockoutTest, ManagersAreNotKeptOutEither) {
  AManager(kManagerEmail);
  ASSERT_OK(LoginManager("secret1", kHome));
  for (int i = 0; i < 5; ++i) LoginManager("wrong-one", kStranger);
  EXPECT_THAT(LoginManager("secret1", kStranger), HasReason("too_many_attempts"));
  EXPECT_OK(LoginManager("secret1", kHome));
}

TEST_P(LockoutTest, GuessesFromAKnownAddressMakeItWaitToo) {
  ALearner();
  ASSERT_OK(Login(kEmail, "secret1", kHome));
  Guess();
  for (int i = 0; i < 5; ++i) EXPECT_THAT(Login(kEmail, "wrong-one", kHome), HasReason("wrong_password"));
  EXPECT_THAT(Login(kEmail, "secret1", kHome), HasReason("too_many_attempts"));
}

TEST_P(LockoutTest, AKnownAddressHasNoMoreGuessesThanAStranger) {
  ALearner();
  ASSERT_OK(Login(kEmail, "secret1", kHome));
  for (int i = 0; i < 5; ++i) EXPECT_THAT(Login(kEmail, "wrong-one", kHome), HasReason("wrong_password"));
  EXPECT_THAT(Login(kEmail, "secret1", kHome), HasReason("too_many_attempts"));
}

TEST_P(LockoutTest, AnAddressIsForgottenThreeMonthsAfterTheLastSignInFromThere) {
  ALearner();
  ASSERT_OK(Login(kEmail, "secret1", kHome));
  clock_.Advance(absl::Hours(89 * 24));
  Guess();
  ASSERT_OK(Login(kEmail, "secret1", kHome));
  clock_.Advance(absl::Hours(91 * 24));
  ASSERT_OK(auth_->Sweep());
  Guess();
  EXPECT_THAT(Login(kEmail, "secret1", kHome), HasReason("too_many_attempts"));
}

TEST_P(LockoutTest, AFailedSignInMakesNoAddressKnown) {
  ALearner();
  Login(kEmail, "wrong-one", kHome);
  Guess();
  EXPECT_THAT(Login(kEmail, "secret1", kHome), HasReason("too_many_attempts"));
}

TEST_P(LockoutTest, APasswordThatAManagerSetsEndsThePause) {
  Caller manager = AManager(kManagerEmail);
  std::string id = ALearner();
  Guess();
  v1::UpdateLearnerPasswordRequest learner;
  learner.set_learner_id(id);
  learner.set_password("secret2");
  ASSERT_OK(Call(manager, &v1::Learners::Stub::UpdateLearnerPassword, learner));
  EXPECT_OK(Login(kEmail, "secret2", kStranger));

  for (int i = 0; i < 5; ++i) LoginManager("wrong-one", kStranger);
  v1::UpdateManagerPasswordRequest own;
  own.set_manager_id(manager.id);
  own.set_password("secret3");
  ASSERT_OK(Call(manager, &v1::Managers::Stub::UpdateManagerPassword, own));
  EXPECT_OK(LoginManager("secret3", kStranger));
}

TEST_P(LockoutTest, WhoIsSignedInChangesThePasswordDuringAPauseAndAStolenSessionCannotGuessIt) {
  ALearner();
  Caller learner = CallerOf(Login(kEmail, "secret1", kHome).response.client_token());
  Guess();
  ASSERT_OK(ChangePassword(learner, "secret1", "secret2"));
  for (int i = 0; i < 5; ++i) Login(kEmail, "wrong-one", kStranger);
  for (int i = 0; i < 5; ++i) EXPECT_THAT(ChangePassword(learner, "wrong", "secret3"), HasReason("wrong_password"));
  EXPECT_THAT(ChangePassword(learner, "secret2", "secret3"), HasReason("too_many_attempts"));
}

TEST_P(LockoutTest, AStrangersRecoveryKeepsNobodyFromTheirOwn) {
  ALearner();
  std::string theirs = Forgot(kStranger).response.result().handle();
  std::string stranger_code = CodeIn(NewestMail().text());
  clock_.Advance(absl::Minutes(1));
  auto own = Forgot(kHome);
  ASSERT_OK(own);
  EXPECT_THAT(Forgot(kHome), HasReason("code_already_sent"));
  std::string code = CodeIn(NewestMail().text());
  EXPECT_OK(Verify(own.response.result().handle(), code, kHome));
  if (code != stranger_code) {
    EXPECT_THAT(Verify(theirs, code, kStranger), HasReason("wrong_code"));
  }
}

TEST_P(LockoutTest, RecoveriesAreCountedByWhoAsksForThem) {
  ALearner();
  for (int i = 0; i < 10; ++i) {
    ASSERT_OK(Forgot(kStranger));
    clock_.Advance(absl::Minutes(11));
  }
  EXPECT_THAT(Forgot(kStranger), HasReason("too_many_attempts"));
  EXPECT_OK(Forgot(kHome));
}

TEST_P(LockoutTest, WrongRecoveryCodesAreCountedByAddressAndRightOnesAreNot) {
  ALearner();
  std::string handle = Forgot(kHome).response.result().handle();
  std::string code = CodeIn(NewestMail().text());
  for (int i = 0; i < 60; ++i) EXPECT_THAT(Verify("nobody's", "000000", kStranger), HasReason("wrong_code"));
  EXPECT_THAT(Verify("nobody's", "000000", kStranger), HasReason("too_many_attempts"));
  EXPECT_OK(Verify(handle, code, kHome));
  clock_.Advance(absl::Hours(1));
  EXPECT_THAT(Verify("nobody's", "000000", kStranger), HasReason("wrong_code"));
}

TEST_P(LockoutTest, WhileManyAddressesTryCodesEachHasFew) {
  ALearner();
  std::string handle = Forgot(kHome).response.result().handle();
  std::string code = CodeIn(NewestMail().text());
  for (int i = 0; i < 300; ++i)
    Verify("nobody's", "000000", {.remote_address = "203.0.113." + std::to_string(i % 100)});
  for (int i = 0; i < 3; ++i) EXPECT_THAT(Verify("nobody's", "000000", kStranger), HasReason("wrong_code"));
  EXPECT_THAT(Verify("nobody's", "000000", kStranger), HasReason("too_many_attempts"));
  EXPECT_OK(Verify(handle, code, kHome));
}

TEST_P(LockoutTest, AnAccountGetsTenNewPasswordsAnHour) {
  ALearner();
  Caller learner = CallerOf(Login(kEmail, "secret1", kHome).response.client_token());
  v1::UpdateProfileRequest request;
  for (int i = 0; i < 10; ++i) {
    request.set_password("secret" + std::to_string(i));
    ASSERT_OK(Call(learner, &v1::Profile::Stub::UpdateProfile, request));
  }
  int mails = MailCount();
  EXPECT_THAT(Call(learner, &v1::Profile::Stub::UpdateProfile, request), HasReason("too_many_attempts"));
  EXPECT_EQ(MailCount(), mails);
  request.clear_password();
  request.set_fullname("Layla Hassan");
  EXPECT_OK(Call(learner, &v1::Profile::Stub::UpdateProfile, request));
  clock_.Advance(absl::Hours(1));
  v1::ReauthenticateLearnerRequest again;
  again.set_password("secret9");
  ASSERT_OK(Call(learner, &v1::LearnerSignIn::Stub::ReauthenticateLearner, again));
  request.set_password("secret-again");
  EXPECT_OK(Call(learner, &v1::Profile::Stub::UpdateProfile, request));
}

}  // namespace
}  // namespace academy::auth

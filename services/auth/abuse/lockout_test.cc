// Nobody can lock somebody else out, and this opens no way for more guesses.
#include <string>
#include <vector>

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

TEST_P(LockoutTest, AStrangersGuessesDoNotKeepOutWhoComesWithADeviceThatSignedIn) {
  ALearner();
  Caller phone = {.remote_address = "203.0.113.1"};
  phone.device_token = Login(kEmail, "secret1", phone).device_token;
  ASSERT_EQ(phone.device_token.size(), 43u);
  phone.remote_address = "203.0.113.200";
  Guess();
  Restart();
  auto again = Login(kEmail, "secret1", phone);
  ASSERT_OK(again);
  EXPECT_EQ(again.device_token, phone.device_token) << "a browser keeps its token";
  EXPECT_THAT(Login(kEmail, "secret1", kStranger), HasReason("too_many_attempts"));
}

TEST_P(LockoutTest, ManagersDevicesAreKnownToo) {
  AManager(kManagerEmail);
  Caller laptop = kHome;
  laptop.device_token = LoginManager("secret1", laptop).device_token;
  ASSERT_NE(laptop.device_token, "");
  laptop.remote_address = "203.0.113.200";
  for (int i = 0; i < 5; ++i) LoginManager("wrong-one", kStranger);
  EXPECT_THAT(LoginManager("secret1", {.remote_address = "203.0.113.200"}), HasReason("too_many_attempts"));
  EXPECT_OK(LoginManager("secret1", laptop));
}

TEST_P(LockoutTest, AStolenDeviceTokenIsNoFreePassAndKeepsNobodyOut) {
  ALearner();
  Caller home = kHome;
  home.device_token = Login(kEmail, "secret1", home).device_token;
  Guess();
  Caller thief = {.remote_address = "198.51.100.9", .device_token = home.device_token};
  for (int i = 0; i < 5; ++i) EXPECT_THAT(Login(kEmail, "wrong-one", thief), HasReason("wrong_password"));
  EXPECT_THAT(Login(kEmail, "secret1", thief), HasReason("too_many_attempts"));
  EXPECT_OK(Login(kEmail, "secret1", home)) << "from an address that is known too";
}

TEST_P(LockoutTest, SomebodyAtTheSameAddressKeepsNoDeviceOut) {
  ALearner();
  Caller device = kHome;
  device.device_token = Login(kEmail, "secret1", device).device_token;
  Guess();
  for (int i = 0; i < 5; ++i) EXPECT_THAT(Login(kEmail, "wrong-one", kHome), HasReason("wrong_password"));
  EXPECT_THAT(Login(kEmail, "secret1", kHome), HasReason("too_many_attempts"));
  EXPECT_OK(Login(kEmail, "secret1", device));
}

TEST_P(LockoutTest, ATokenThatNobodyIssuedIsReplacedAndOneOfAnotherAccountDoesNotCount) {
  ALearner();
  ALearner("other@academy.test");
  std::string planted(43, 'x');
  auto login = Login(kEmail, "secret1", {.remote_address = "192.0.2.1", .device_token = planted});
  EXPECT_NE(login.device_token, planted);
  auto others = Login("other@academy.test", "secret1", {.remote_address = "192.0.2.7"});
  Guess();
  for (const std::string& token : {planted, others.device_token}) {
    EXPECT_THAT(Login(kEmail, "secret1", {.remote_address = "203.0.113.3", .device_token = token}),
                HasReason("too_many_attempts"));
  }
}

TEST_P(LockoutTest, ABrowserOfTwoPeopleIsKnownToBoth) {
  ALearner();
  ALearner("sister@academy.test");
  Caller family = {.remote_address = "192.0.2.1"};
  family.device_token = Login(kEmail, "secret1", family).device_token;
  EXPECT_EQ(Login("sister@academy.test", "secret1", family).device_token, family.device_token);
  family.remote_address = "203.0.113.9";
  Guess();
  Guess("sister@academy.test");
  EXPECT_OK(Login(kEmail, "secret1", family));
  EXPECT_OK(Login("sister@academy.test", "secret1", family));
}

TEST_P(LockoutTest, AnAccountKnowsItsNewestTwentyDevicesForThreeMonths) {
  ALearner();
  std::vector<std::string> tokens;
  for (int i = 0; i < 21; ++i) {
    clock_.Advance(absl::Seconds(1));
    tokens.push_back(Login(kEmail, "secret1", kHome).device_token);
  }
  Guess();
  auto login = [&](const std::string& token) {
    return Login(kEmail, "secret1", {.remote_address = "203.0.113.3", .device_token = token});
  };
  EXPECT_THAT(login(tokens.front()), HasReason("too_many_attempts"));
  EXPECT_OK(login(tokens[1]));
  clock_.Advance(absl::Hours(89 * 24));
  ASSERT_OK(auth_->Sweep());
  clock_.Advance(absl::Hours(2 * 24));
  ASSERT_OK(auth_->Sweep());
  Guess();
  EXPECT_THAT(login(tokens.back()), HasReason("too_many_attempts"));
}

TEST_P(LockoutTest, AFailedSignInMakesNoDeviceKnown) {
  std::string id = ALearner();
  EXPECT_EQ(Login(kEmail, "wrong-one", kHome).device_token, "");
  v1::UpdateActivationRequest deactivate;
  deactivate.set_learner_id(id);
  deactivate.set_active(false);
  ASSERT_OK(Call(Service(), &v1::Learners::Stub::UpdateActivation, deactivate));
  auto refused = Login(kEmail, "secret1", kHome);
  EXPECT_THAT(refused, HasReason("account_inactive"));
  EXPECT_EQ(refused.device_token, "");
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

// The mailed link with which an account's owner signs in during a pause.
#include <string>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "learner@academy.test";
constexpr char kManagerEmail[] = "manager@academy.test";
const Caller kHome = {.remote_address = "192.0.2.1"};
const Caller kStranger = {.remote_address = "198.51.100.7"};
// A pause is 15 minutes at most.
constexpr absl::Duration kAfterAnyPause = absl::Minutes(15);

class UnlockTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  // Makes wrong guesses as a stranger until the account is paused.
  void Pause() {
    for (int i = 0; i < 5; ++i) Login(kEmail, "wrong-one", kStranger);
    ASSERT_THAT(Login(kEmail, "secret1", kStranger), HasReason("too_many_attempts"));
  }
  std::string NewestToken() { return ParameterIn(NewestMail().text(), "token"); }
  Reply<v1::UnlockLearnerResponse> Unlock(const std::string& token, const Caller& caller) {
    v1::UnlockLearnerRequest request;
    request.set_token(token);
    return Call(caller, &v1::Unlock::Stub::UnlockLearner, request);
  }
  Reply<v1::UnlockManagerResponse> UnlockManager(const std::string& token, const Caller& caller) {
    v1::UnlockManagerRequest request;
    request.set_token(token);
    return Call(caller, &v1::Unlock::Stub::UnlockManager, request);
  }
  Reply<v1::LoginManagerResponse> LoginManager(const std::string& password, const Caller& caller) {
    return Call(caller, &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin(kManagerEmail, password));
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, UnlockTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(UnlockTest, TheOwnerSignsInWithTheMailedLinkAndTheStrangerStaysOut) {
  ALearner();
  for (int i = 0; i < 4; ++i) Login(kEmail, "wrong-one", kStranger);
  EXPECT_EQ(MailCount(), 0);
  Login(kEmail, "wrong-one", kStranger);
  EXPECT_EQ(MailCount(), 1);
  EXPECT_EQ(NewestMail().to(), kEmail);
  EXPECT_THAT(Login(kEmail, "secret1", kHome), HasReason("too_many_attempts"));
  ASSERT_OK(Unlock(NewestToken(), kHome));
  EXPECT_OK(Login(kEmail, "secret1", kHome));
  EXPECT_THAT(Login(kEmail, "secret1", kStranger), HasReason("too_many_attempts"));
}

TEST_P(UnlockTest, TheLinkHoldsItsTokenInTheFragmentAndNamesTheOwner) {
  ALearner(kEmail, "Layla Hassan");
  Pause();
  EXPECT_NE(NewestMail().text().find("https://academy.test/client/auth/unlock#token="), std::string::npos);
  EXPECT_EQ(NewestMail().text().find('?'), std::string::npos);
  EXPECT_NE(NewestMail().html().find("Layla Hassan"), std::string::npos);
}

TEST_P(UnlockTest, ALinkSignsNobodyIn) {
  ALearner();
  Pause();
  std::string token = NewestToken();
  ASSERT_OK(Unlock(token, kHome));
  EXPECT_THAT(Login(kEmail, "wrong-one", kHome), HasReason("wrong_password"));
  EXPECT_EQ(CallerOf(token).kind, CallerKind::kAnonymous);
}

TEST_P(UnlockTest, AnOpenedLinkGivesNoMoreGuessesThanAKnownAddressHas) {
  ALearner();
  Pause();
  ASSERT_OK(Unlock(NewestToken(), kHome));
  for (int i = 0; i < 5; ++i) EXPECT_THAT(Login(kEmail, "wrong-one", kHome), HasReason("wrong_password"));
  EXPECT_THAT(Login(kEmail, "secret1", kHome), HasReason("too_many_attempts"));
}

TEST_P(UnlockTest, TheOwnersOwnMistakesAreForgivenAtTheirAddress) {
  ALearner();
  ASSERT_OK(Login(kEmail, "secret1", kHome));
  for (int i = 0; i < 5; ++i) Login(kEmail, "wrong-one", kHome);
  ASSERT_THAT(Login(kEmail, "secret1", kHome), HasReason("too_many_attempts"));
  ASSERT_OK(Unlock(NewestToken(), kHome));
  EXPECT_OK(Login(kEmail, "secret1", kHome));
}

TEST_P(UnlockTest, TheDeviceThatOpensTheLinkMaySignInFromAnotherAddress) {
  ALearner();
  Pause();
  auto opened = Unlock(NewestToken(), kHome);
  ASSERT_EQ(opened.device_token.size(), 43u);
  EXPECT_OK(Login(kEmail, "secret1", {.remote_address = "203.0.113.200", .device_token = opened.device_token}));
  EXPECT_EQ(Unlock("wrong", kHome).device_token, "");
}

TEST_P(UnlockTest, ALinkWorksOnce) {
  ALearner();
  Pause();
  std::string token = NewestToken();
  ASSERT_OK(Unlock(token, kHome));
  EXPECT_THAT(Unlock(token, kStranger), StatusIs(absl::StatusCode::kInvalidArgument, "invalid_unlock_link"));
  EXPECT_THAT(Login(kEmail, "secret1", kStranger), HasReason("too_many_attempts"));
}

TEST_P(UnlockTest, ALinkIsValidForSixHoursAndOverARestart) {
  ALearner();
  Pause();
  std::string token = NewestToken();
  clock_.Advance(absl::Hours(6) - absl::Minutes(1));
  ASSERT_OK(auth_->Sweep());
  Restart();
  ASSERT_OK(Unlock(token, kHome));

  clock_.Advance(kAfterAnyPause);
  Pause();
  token = NewestToken();
  clock_.Advance(absl::Hours(6));
  EXPECT_THAT(Unlock(token, kHome), HasReason("invalid_unlock_link"));
}

TEST_P(UnlockTest, ANewerLinkReplacesTheOlder) {
  ALearner();
  Pause();
  std::string older = NewestToken();
  clock_.Advance(absl::Hours(2));
  Pause();
  std::string newer = NewestToken();
  ASSERT_NE(newer, older);
  EXPECT_THAT(Unlock(older, kHome), HasReason("invalid_unlock_link"));
  EXPECT_OK(Unlock(newer, kHome));
}

TEST_P(UnlockTest, WhoGoesOnGuessingCausesFewMailsAndTheOwnerAlwaysHasALink) {
  ALearner();
  Pause();
  std::string token = NewestToken();
  int mails = 1;
  for (int i = 0; i < 96; ++i) {
    clock_.Advance(kAfterAnyPause);
    Login(kEmail, "wrong-one", kStranger);
    ASSERT_LE(MailCount(), mails + 1);
    if (MailCount() > mails) token = NewestToken();
    mails = MailCount();
  }
  EXPECT_LE(mails, 13) << "in a day";
  EXPECT_GE(mails, 4);
  EXPECT_OK(Unlock(token, kHome));
}

TEST_P(UnlockTest, APauseIsMailedOnceAndTheNextAfterAnOpenedLinkAgain) {
  ALearner();
  Pause();
  ASSERT_OK(Unlock(NewestToken(), kHome));
  Login(kEmail, "wrong-one", kHome);
  EXPECT_EQ(MailCount(), 1) << "the same pause";
  clock_.Advance(absl::Minutes(2));
  Login(kEmail, "wrong-one", kStranger);
  EXPECT_EQ(MailCount(), 2) << "the owner may have moved";
}

TEST_P(UnlockTest, ManagersHaveLinksOfTheirOwn) {
  AManager(kManagerEmail);
  ALearner();
  Pause();
  std::string learners = NewestToken();
  clock_.Advance(absl::Seconds(1));
  for (int i = 0; i < 5; ++i) LoginManager("wrong-one", kStranger);
  v1::Mail mail = NewestMail();
  EXPECT_EQ(mail.to(), kManagerEmail);
  EXPECT_NE(mail.text().find("https://academy.test/admin/auth/unlock#token="), std::string::npos);
  std::string managers = ParameterIn(mail.text(), "token");
  EXPECT_THAT(UnlockManager(learners, kHome), HasReason("invalid_unlock_link"));
  EXPECT_THAT(Unlock(managers, kHome), HasReason("invalid_unlock_link"));
  EXPECT_THAT(LoginManager("secret1", kHome), HasReason("too_many_attempts"));
  ASSERT_OK(UnlockManager(managers, kHome));
  EXPECT_OK(LoginManager("secret1", kHome));
  ASSERT_OK(Unlock(learners, kHome)) << "the wrong kind of page does not use a link up";
}

TEST_P(UnlockTest, GuessesAtTheCurrentPasswordAreMailedToo) {
  AManager(kManagerEmail);
  Caller manager = CallerOf(LoginManager("secret1", kHome).response.token());
  v1::ReauthenticateManagerRequest again;
  again.set_password("wrong-one");
  for (int i = 0; i < 5; ++i) Call(manager, &v1::ManagerSignIn::Stub::ReauthenticateManager, again);
  EXPECT_EQ(MailCount(), 1);

  ALearner();
  Caller learner = CallerOf(Login(kEmail, "secret1", kHome).response.client_token());
  v1::ChangeLearnerPasswordRequest change;
  change.set_password("wrong-one");
  change.set_new_password("secret2");
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(Call(learner, &v1::Profile::Stub::ChangeLearnerPassword, change), HasReason("wrong_password"));
  }
  EXPECT_EQ(MailCount(), 2);
}

TEST_P(UnlockTest, NobodyWhoMayNotSignInIsMailed) {
  for (int i = 0; i < 6; ++i) Login("nobody@academy.test", "wrong-one", kStranger);
  EXPECT_EQ(MailCount(), 0);

  std::string id = ALearner();
  v1::UpdateActivationRequest deactivate;
  deactivate.set_learner_id(id);
  deactivate.set_active(false);
  ASSERT_OK(Call(Service(), &v1::Learners::Stub::UpdateActivation, deactivate));
  Pause();
  EXPECT_EQ(MailCount(), 0);

  ASSERT_OK(Call(kHome, &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp("new@academy.test")));
  for (int i = 0; i < 6; ++i) Login("new@academy.test", "wrong-one", kStranger);
  EXPECT_EQ(MailCount(), 1) << "the activation mail only";
}

TEST_P(UnlockTest, ALinkToAnAddressThatTheLearnerNoLongerHasOpensNothing) {
  std::string id = ALearner();
  Pause();
  std::string token = NewestToken();
  v1::UpdateLearnerRequest update;
  update.set_learner_id(id);
  update.set_email("new@academy.test");
  ASSERT_OK(Call(Service(), &v1::Learners::Stub::UpdateLearner, update));
  EXPECT_THAT(Unlock(token, kHome), HasReason("invalid_unlock_link"));
}

TEST_P(UnlockTest, WrongLinksAreCountedByAddressAndKeepNobodyFromTheRightOne) {
  ALearner();
  Pause();
  std::string token = NewestToken();
  EXPECT_THAT(Unlock("", kHome), HasReason("validation_failed"));
  for (int i = 0; i < 60; ++i) ASSERT_THAT(Unlock("wrong", kHome), HasReason("invalid_unlock_link"));
  EXPECT_THAT(Unlock("wrong", kHome), HasReason("too_many_attempts"));
  EXPECT_THAT(Unlock("wrong", kStranger), HasReason("invalid_unlock_link"));
  EXPECT_OK(Unlock(token, kHome));
  clock_.Advance(absl::Hours(1));
  EXPECT_THAT(Unlock("wrong", kHome), HasReason("invalid_unlock_link"));
}

TEST_P(UnlockTest, OpeningALinkIsAudited) {
  ALearner(kEmail, "Layla Hassan");
  Pause();
  ASSERT_OK(Unlock(NewestToken(), kHome));
  v1::ListEventsRequest request;
  request.set_limit(1);
  auto events = Call(Service(), &v1::Audit::Stub::ListEvents, request);
  ASSERT_EQ(events.response.result_size(), 1);
  EXPECT_EQ(events.response.result(0).action(), "learner.unlocked");
  EXPECT_EQ(events.response.result(0).subject().name(), "Layla Hassan");
  EXPECT_EQ(events.response.result(0).remote_address(), "192.0.2.1");
}

}  // namespace
}  // namespace academy::auth

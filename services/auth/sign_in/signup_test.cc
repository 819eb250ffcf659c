// Signing up again with the address of an account that was never activated.
#include <atomic>
#include <thread>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kHour = absl::Hours(1);
constexpr char kEmail[] = "layla@academy.test";

class SignUpTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  Reply<v1::SignUpLearnerResponse> SignUp(const std::string& email, const std::string& password = "secret1",
                                          const std::string& fullname = "Layla Hassan", const Caller& caller = {}) {
    return Call(caller, &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp(email, password, fullname));
  }
  Reply<v1::ActivateResponse> Activate(const std::string& token) {
    v1::ActivateRequest request;
    request.set_email(kEmail);
    request.set_token(token);
    return Call(Anonymous(), &v1::LearnerSignIn::Stub::Activate, request);
  }
  std::string MailedToken() { return ParameterIn(NewestMail().text(), "token"); }
  std::vector<v1::Learner> Learners() {
    auto answer = Call(Service(), &v1::Learners::Stub::ListLearners, v1::ListLearnersRequest());
    return {answer.response.result().begin(), answer.response.result().end()};
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, SignUpTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(SignUpTest, AnAccountThatWasNeverActivatedGivesWay) {
  ASSERT_OK(SignUp(kEmail));
  std::string first = MailedToken();
  clock_.Advance(absl::Seconds(1));
  auto again = SignUp("LAYLA@academy.test", "secret2", "ليلى حسن", {.language = "en"});
  ASSERT_OK(again);
  EXPECT_EQ(again.response.activation(), "sent");
  EXPECT_EQ(MailCount(), 2);
  EXPECT_NE(NewestMail().html().find("lang=\"en\""), std::string::npos);
  std::string second = MailedToken();

  ASSERT_EQ(Learners().size(), 1u);
  EXPECT_EQ(Learners()[0].fullname(), "ليلى حسن");
  EXPECT_EQ(Learners()[0].email(), "LAYLA@academy.test");
  EXPECT_THAT(Activate(first), HasReason("wrong_code")) << "the link of the first sign-up is dead";
  ASSERT_OK(Activate(second));
  EXPECT_THAT(Login(kEmail), HasReason("wrong_password"));
  EXPECT_OK(Login(kEmail, "secret2"));

  v1::ListLearnersRequest search;
  search.set_search("ليلي");
  EXPECT_EQ(Call(Service(), &v1::Learners::Stub::ListLearners, search).response.total(), 1);
}

TEST_P(SignUpTest, AnActivatedAccountIsTaken) {
  ASSERT_OK(SignUp(kEmail));
  ASSERT_OK(Activate(MailedToken()));
  auto taken = SignUp("Layla@ACADEMY.test", "secret2");
  EXPECT_THAT(taken, StatusIs(absl::StatusCode::kAlreadyExists, "email_taken"));
  EXPECT_EQ(taken.message(), "E-Mail address already exists!");
  EXPECT_EQ(MailCount(), 1);
  EXPECT_OK(Login(kEmail));
}

TEST_P(SignUpTest, ADeactivatedAccountStaysSoWhoeverSignsUpAgain) {
  ASSERT_OK(SignUp(kEmail));
  v1::UpdateActivationRequest deactivate;
  deactivate.set_learner_id(Learners()[0].id());
  deactivate.set_active(false);
  ASSERT_OK(Call(Service(), &v1::Learners::Stub::UpdateActivation, deactivate));
  clock_.Advance(absl::Seconds(1));
  ASSERT_OK(SignUp(kEmail));
  ASSERT_OK(Activate(MailedToken()));
  EXPECT_THAT(Login(kEmail), HasReason("account_inactive"));
}

TEST_P(SignUpTest, AnAccountGetsTenActivationMailsADay) {
  for (int i = 0; i < 10; ++i) {
    ASSERT_OK(SignUp(kEmail)) << i;
    clock_.Advance(kHour);
  }
  auto eleventh = SignUp(kEmail, "secret2");
  EXPECT_THAT(eleventh, StatusIs(absl::StatusCode::kResourceExhausted));
  EXPECT_EQ(eleventh.reason(), "too_many_attempts");
  EXPECT_EQ(DetailOf(eleventh.status).retry_after_seconds, 14 * 60 * 60) << "until the first mail is a day old";
  v1::ResendActivationRequest resend;
  resend.set_email(kEmail);
  EXPECT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::ResendActivation, resend));
  EXPECT_EQ(MailCount(), 10) << "sending again counts too, and tells nobody";
  ASSERT_OK(auth_->Sweep());
  EXPECT_THAT(SignUp(kEmail), HasReason("too_many_attempts"));
  ASSERT_OK(Activate(MailedToken())) << "the last link is good still";
}

TEST_P(SignUpTest, TheQuotaIsOfADayAndAnAccount) {
  for (int i = 0; i < 10; ++i) ASSERT_OK(SignUp(kEmail)) << i;
  EXPECT_THAT(SignUp(kEmail), HasReason("too_many_attempts"));
  EXPECT_OK(SignUp("other@academy.test"));
  clock_.Advance(24 * kHour - absl::Milliseconds(1));
  EXPECT_THAT(SignUp(kEmail), HasReason("too_many_attempts"));
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_OK(SignUp(kEmail));
}

TEST_P(SignUpTest, RacingSignUpsOfOneAddressLeaveOneAccount) {
  constexpr int kRacers = 20;
  std::atomic<int> sent = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> racers;
  for (int i = 0; i < kRacers; ++i) {
    racers.emplace_back([&, i] {
      auto answer = SignUp(kEmail, "secret" + std::to_string(i));
      if (answer.ok()) ++sent;
      if (answer.reason() == "too_many_attempts") ++refused;
    });
  }
  for (std::thread& racer : racers) racer.join();
  EXPECT_EQ(sent, 10);
  EXPECT_EQ(refused, kRacers - 10);
  EXPECT_EQ(Learners().size(), 1u);
  EXPECT_EQ(MailCount(), 10);
}

TEST_P(SignUpTest, OfAllLinksThatWereMailedOneActivates) {
  std::vector<std::string> tokens;
  for (int i = 0; i < 5; ++i) {
    clock_.Advance(absl::Seconds(1));
    ASSERT_OK(SignUp(kEmail));
    tokens.push_back(MailedToken());
  }
  for (int i = 0; i < 4; ++i) EXPECT_THAT(Activate(tokens[i]), HasReason("wrong_code")) << i;
  EXPECT_OK(Activate(tokens[4]));
}

}  // namespace
}  // namespace academy::auth

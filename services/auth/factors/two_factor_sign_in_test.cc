// Signing in with a second factor, and what guessers and eavesdroppers get.
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "services/auth/testing/auth_fixture.h"
#include "services/auth/testing/authenticator.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "mona@academy.test";
constexpr absl::Duration kStep = absl::Seconds(30);

class TwoFactorSignInTest : public AuthTest {
 protected:
  void SetUp() override {
    Start();
    manager_ = AManager(kEmail);
    auto begun = Call(manager_, &v1::TwoFactor::Stub::BeginTotp, v1::BeginTotpRequest());
    phone_.emplace(begun.response.result().secret(), clock_);
    v1::ConfirmTotpRequest confirm;
    confirm.set_code(phone_->Code());
    auto confirmed = Call(manager_, &v1::TwoFactor::Stub::ConfirmTotp, confirm);
    ASSERT_OK(confirmed);
    for (const std::string& code : confirmed.response.result().recovery_codes()) recovery_codes_.push_back(code);
    clock_.Advance(2 * kStep);
  }

  Reply<v1::LoginManagerResponse> SignIn(const std::string& code, const std::string& recovery_code = "",
                                         const std::string& password = "secret1", const std::string& from = "") {
    v1::LoginManagerRequest request = ManagerLogin(kEmail, password);
    request.set_code(code);
    request.set_recovery_code(recovery_code);
    return Call(Caller{.remote_address = from}, &v1::ManagerSignIn::Stub::LoginManager, request);
  }
  Reply<v1::ReauthenticateManagerResponse> Again(const std::string& password, const std::string& code) {
    v1::ReauthenticateManagerRequest request;
    request.set_password(password);
    request.set_code(code);
    return Call(manager_, &v1::ManagerSignIn::Stub::ReauthenticateManager, request);
  }
  bool IsRecent() {
    return Call(manager_, &v1::TwoFactor::Stub::BeginTotp, v1::BeginTotpRequest()).reason() !=
           "reauthentication_required";
  }
  // A code that is not the one of now, nor of a step before or after.
  std::string WrongCode() { return phone_->Code(1000) == phone_->Code() ? phone_->Code(2000) : phone_->Code(1000); }
  v1::AuditEvent NewestEvent() {
    v1::ListEventsRequest request;
    request.set_limit(1);
    return Call(manager_, &v1::Audit::Stub::ListEvents, request).response.result(0);
  }

  Caller manager_;
  std::optional<Authenticator> phone_;
  std::vector<std::string> recovery_codes_;
};
INSTANTIATE_TEST_SUITE_P(Engines, TwoFactorSignInTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(TwoFactorSignInTest, ThePasswordAloneOpensNothing) {
  auto refused = SignIn("");
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kUnauthenticated, "second_factor_required"));
  EXPECT_TRUE(refused.response.token().empty());
}

TEST_P(TwoFactorSignInTest, ARightPasswordWithoutACodeIsNoFailureWhenItIsAskedAgain) {
  for (int i = 0; i < 6; ++i) EXPECT_THAT(Again("secret1", ""), HasReason("second_factor_required"));
  for (int i = 0; i < 4; ++i) EXPECT_THAT(Again("wrong-one", ""), HasReason("wrong_password"));
  EXPECT_THAT(Again("secret1", ""), HasReason("second_factor_required")) << "nor does it forgive any";
  EXPECT_THAT(Again("wrong-one", ""), HasReason("wrong_password"));
  EXPECT_THAT(Again("secret1", phone_->Code()), HasReason("too_many_attempts"));
}

TEST_P(TwoFactorSignInTest, APauseByWrongCodesMailsALinkPastIt) {
  for (int i = 0; i < 5; ++i) EXPECT_THAT(SignIn(WrongCode()), HasReason("wrong_code"));
  EXPECT_THAT(SignIn(phone_->Code()), HasReason("too_many_attempts"));
  EXPECT_NE(NewestMail().text().find("/unlock#token="), std::string::npos);
}

TEST_P(TwoFactorSignInTest, PasswordAndCodeOpenARecentSession) {
  auto opened = SignIn(phone_->Code());
  ASSERT_OK(opened);
  manager_ = CallerOf(opened.response.token());
  EXPECT_TRUE(IsRecent());
  EXPECT_EQ(NewestEvent().action(), "manager.signed_in");
  EXPECT_EQ(NewestEvent().details().at("factor"), "totp");
}

TEST_P(TwoFactorSignInTest, ACodeIsWorthNothingWithoutThePassword) {
  EXPECT_THAT(SignIn(phone_->Code(), "", "wrong-one"), HasReason("wrong_password"));
  EXPECT_OK(SignIn(phone_->Code())) << "it was not used up";
}

TEST_P(TwoFactorSignInTest, ACodeIsGoodOnceAndSoAreThoseBeforeIt) {
  std::string before = phone_->Code(-1);
  ASSERT_OK(SignIn(phone_->Code()));
  EXPECT_THAT(SignIn(phone_->Code()), StatusIs(absl::StatusCode::kUnauthenticated, "wrong_code"));
  EXPECT_THAT(SignIn(before), HasReason("wrong_code"));
  Restart();
  EXPECT_THAT(SignIn(phone_->Code()), HasReason("wrong_code")) << "the used step is stored";
  clock_.Advance(kStep);
  EXPECT_OK(SignIn(phone_->Code()));
}

TEST_P(TwoFactorSignInTest, OneStepOfDriftIsAllowed) {
  EXPECT_THAT(SignIn(phone_->Code(-2)), HasReason("wrong_code"));
  EXPECT_THAT(SignIn(phone_->Code(2)), HasReason("wrong_code"));
  EXPECT_OK(SignIn(phone_->Code(-1)));
  EXPECT_OK(SignIn(phone_->Code(1)));
}

TEST_P(TwoFactorSignInTest, OfConcurrentSignInsWithOneCodeExactlyOneOpens) {
  constexpr int kRacers = 8;
  std::string code = phone_->Code();
  std::atomic<int> opened = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> racers;
  for (int i = 0; i < kRacers; ++i) {
    // Half of them again, because reauthentications do not queue behind sign-ins.
    racers.emplace_back([&, again = i % 2 == 0] {
      absl::Status status = again ? Again("secret1", code).status : SignIn(code).status;
      if (status.ok()) ++opened;
      if (DetailOf(status).reason == "wrong_code" || DetailOf(status).reason == "too_many_attempts") ++refused;
    });
  }
  for (std::thread& racer : racers) racer.join();
  EXPECT_EQ(opened, 1);
  EXPECT_EQ(refused, kRacers - 1);
}

TEST_P(TwoFactorSignInTest, ARecoveryCodeIsGoodOnceAndReported) {
  int mails = MailCount();
  ASSERT_OK(SignIn("", recovery_codes_[3]));
  EXPECT_EQ(NewestEvent().details().at("factor"), "recovery_code");
  EXPECT_EQ(MailCount(), mails + 1);
  EXPECT_EQ(NewestMail().to(), kEmail);
  EXPECT_THAT(SignIn("", recovery_codes_[3]), StatusIs(absl::StatusCode::kUnauthenticated, "wrong_code"));
  auto factors = Call(manager_, &v1::TwoFactor::Stub::GetFactors, v1::GetFactorsRequest());
  EXPECT_EQ(factors.response.result().recovery_codes(), 9);
  EXPECT_OK(SignIn("", recovery_codes_[4]));
}

TEST_P(TwoFactorSignInTest, RecoveryCodesBelongToOneManager) {
  AManager("omar@academy.test");
  v1::LoginManagerRequest request = ManagerLogin("omar@academy.test");
  request.set_recovery_code(recovery_codes_[0]);
  EXPECT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, request)) << "Omar needs none";
  EXPECT_OK(SignIn("", recovery_codes_[0])) << "and used up none";
}

TEST_P(TwoFactorSignInTest, WrongCodesCountAsWrongPasswordsDo) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(SignIn(i % 2 == 0 ? WrongCode() : "", i % 2 == 0 ? "" : "0000-0000"), HasReason("wrong_code"));
  }
  EXPECT_THAT(SignIn(phone_->Code()), HasReason("too_many_attempts"));
  EXPECT_THAT(SignIn("", recovery_codes_[0]), HasReason("too_many_attempts"));
  clock_.Advance(absl::Minutes(1));
  EXPECT_OK(SignIn(phone_->Code()));
}

TEST_P(TwoFactorSignInTest, ThePasswordAloneForgivesNoWrongCode) {
  for (int i = 0; i < 4; ++i) {
    EXPECT_THAT(SignIn(WrongCode()), HasReason("wrong_code"));
    EXPECT_THAT(SignIn(""), HasReason("second_factor_required"));
  }
  EXPECT_THAT(SignIn(WrongCode()), HasReason("wrong_code"));
  EXPECT_THAT(SignIn(""), HasReason("too_many_attempts"));
  EXPECT_THAT(SignIn(phone_->Code()), HasReason("too_many_attempts"));
}

TEST_P(TwoFactorSignInTest, ThePasswordAloneIsNoFailureEither) {
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(SignIn("", "", "secret1", "192.0.2.7"), HasReason("second_factor_required")) << i;
  }
  EXPECT_OK(SignIn(phone_->Code(), "", "secret1", "192.0.2.7"));
}

TEST_P(TwoFactorSignInTest, AWrongCodeLeavesAnEvent) {
  ASSERT_THAT(SignIn(WrongCode()), HasReason("wrong_code"));
  EXPECT_EQ(NewestEvent().action(), "manager.sign_in_failed");
  EXPECT_EQ(NewestEvent().details().at("reason"), "wrong_code");
}

TEST_P(TwoFactorSignInTest, ASessionBecomesRecentByBothOnly) {
  clock_.Advance(absl::Minutes(15));
  EXPECT_THAT(Again("secret1", ""), StatusIs(absl::StatusCode::kUnauthenticated, "second_factor_required"));
  EXPECT_THAT(Again("secret1", WrongCode()), StatusIs(absl::StatusCode::kUnauthenticated, "wrong_code"));
  EXPECT_THAT(Again("wrong-one", phone_->Code()), HasReason("wrong_password"));
  EXPECT_FALSE(IsRecent());
  EXPECT_OK(Again("secret1", phone_->Code()));
  EXPECT_TRUE(IsRecent());
  EXPECT_EQ(NewestEvent().action(), "manager.reauthenticated");
  clock_.Advance(absl::Minutes(15));
  EXPECT_OK(Again("secret1", recovery_codes_[0])) << "without the phone";
  EXPECT_THAT(Again("secret1", recovery_codes_[0]), HasReason("wrong_code"));
}

TEST_P(TwoFactorSignInTest, CodesGuessedFromAStolenSessionCount) {
  for (int i = 0; i < 5; ++i) EXPECT_THAT(Again("secret1", WrongCode()), HasReason("wrong_code"));
  EXPECT_THAT(Again("secret1", phone_->Code()), HasReason("too_many_attempts"));
}

}  // namespace
}  // namespace academy::auth

// Setting a second factor up, replacing it and taking it away.
#include <algorithm>
#include <string>

#include "services/auth/factors/totp.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/auth/testing/authenticator.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "mona@academy.test";
constexpr absl::Duration kStep = absl::Seconds(30);

class TwoFactorTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  Reply<v1::BeginTotpResponse> Begin(const Caller& manager) {
    return Call(manager, &v1::TwoFactor::Stub::BeginTotp, v1::BeginTotpRequest());
  }
  Reply<v1::ConfirmTotpResponse> Confirm(const Caller& manager, const std::string& code) {
    v1::ConfirmTotpRequest request;
    request.set_code(code);
    return Call(manager, &v1::TwoFactor::Stub::ConfirmTotp, request);
  }
  Reply<v1::DisableTotpResponse> Disable(const Caller& manager) {
    return Call(manager, &v1::TwoFactor::Stub::DisableTotp, v1::DisableTotpRequest());
  }
  Reply<v1::RenewRecoveryCodesResponse> Renew(const Caller& manager) {
    return Call(manager, &v1::TwoFactor::Stub::RenewRecoveryCodes, v1::RenewRecoveryCodesRequest());
  }
  Reply<v1::ResetFactorsResponse> Reset(const Caller& manager, const std::string& id) {
    v1::ResetFactorsRequest request;
    request.set_manager_id(id);
    return Call(manager, &v1::TwoFactor::Stub::ResetFactors, request);
  }
  Reply<v1::ResetFactorsOfResponse> ResetOf(const Caller& caller, const std::string& email) {
    v1::ResetFactorsOfRequest request;
    request.set_email(email);
    return Call(caller, &v1::TwoFactor::Stub::ResetFactorsOf, request);
  }
  v1::GetFactorsResponse::Factors Factors(const Caller& manager) {
    auto answer = Call(manager, &v1::TwoFactor::Stub::GetFactors, v1::GetFactorsRequest());
    EXPECT_OK(answer);
    return answer.response.result();
  }
  Reply<v1::LoginManagerResponse> SignIn(const std::string& code = "", const std::string& email = kEmail) {
    v1::LoginManagerRequest request = ManagerLogin(email);
    request.set_code(code);
    return Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, request);
  }
  // Turns an authenticator app on and returns it.
  Authenticator TurnOn(const Caller& manager) {
    Authenticator phone(Begin(manager).response.result().secret(), clock_);
    EXPECT_OK(Confirm(manager, phone.Code()));
    return phone;
  }
  std::string NewestAction(const Caller& manager) {
    v1::ListEventsRequest request;
    request.set_limit(1);
    auto events = Call(manager, &v1::Audit::Stub::ListEvents, request).response;
    return events.result_size() == 0 ? "" : events.result(0).action();
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, TwoFactorTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(TwoFactorTest, ManagersBeginWithoutOne) {
  Caller manager = AManager(kEmail);
  v1::GetFactorsResponse::Factors factors = Factors(manager);
  EXPECT_FALSE(factors.totp());
  EXPECT_EQ(factors.recovery_codes(), 0);
  EXPECT_FALSE(factors.required());
  EXPECT_THAT(Renew(manager), StatusIs(absl::StatusCode::kFailedPrecondition, "second_factor_off"));
  EXPECT_OK(Disable(manager)) << "off is off";
  EXPECT_EQ(MailCount(), 0);
}

TEST_P(TwoFactorTest, NothingIsOnBeforeTheFirstCode) {
  options().academy_name = [](const std::string& language) { return language == "en" ? "The Academy" : "الأكاديمية"; };
  Restart();
  Caller manager = AManager(kEmail);
  manager.language = "en";
  auto begun = Begin(manager);
  ASSERT_OK(begun);
  EXPECT_EQ(begun.response.result().secret().size(), 32u);
  EXPECT_EQ(begun.response.result().uri(),
            "otpauth://totp/The%20Academy:mona%40academy.test?secret=" + begun.response.result().secret() +
                "&issuer=The%20Academy&algorithm=SHA1&digits=6&period=30");
  EXPECT_FALSE(Factors(manager).totp());
  EXPECT_OK(SignIn());
  Authenticator other(TotpBase32("12345678901234567890"), clock_);
  EXPECT_THAT(Confirm(manager, other.Code()), StatusIs(absl::StatusCode::kInvalidArgument, "wrong_code"));
  EXPECT_THAT(Confirm(manager, ""), HasReason("validation_failed"));
  EXPECT_OK(SignIn());
}

TEST_P(TwoFactorTest, TheFirstCodeTurnsItOnSaysTheRecoveryCodesAndSignsTheOthersOut) {
  Caller manager = AManager(kEmail);
  std::string elsewhere = SignIn().response.token();
  Authenticator phone(Begin(manager).response.result().secret(), clock_);
  auto confirmed = Confirm(manager, phone.Code());
  ASSERT_OK(confirmed);
  EXPECT_EQ(confirmed.response.result().recovery_codes_size(), 10);
  EXPECT_TRUE(Factors(manager).totp());
  EXPECT_EQ(Factors(manager).recovery_codes(), 10);
  EXPECT_EQ(ReasonOf(elsewhere), "logout");
  EXPECT_GT(confirmed.feed_position, 0);
  EXPECT_EQ(NewestAction(manager), "manager.totp_enabled");
  EXPECT_EQ(NewestMail().to(), kEmail);
  EXPECT_EQ(NewestMail().subject(), "تغيير في التحقق بخطوتين لحسابك");
  EXPECT_THAT(SignIn(), HasReason("second_factor_required"));
}

TEST_P(TwoFactorTest, ASetUpLastsAnHourAndTheLastOneCounts) {
  Caller manager = AManager(kEmail);
  EXPECT_THAT(Confirm(manager, "123456"), StatusIs(absl::StatusCode::kFailedPrecondition, "totp_not_begun"));
  Authenticator first(Begin(manager).response.result().secret(), clock_);
  Authenticator second(Begin(manager).response.result().secret(), clock_);
  EXPECT_THAT(Confirm(manager, first.Code()), HasReason("wrong_code"));
  clock_.Advance(absl::Hours(1));
  manager = AManager(kEmail);
  EXPECT_THAT(Confirm(manager, second.Code()), HasReason("totp_not_begun"));
  second = Authenticator(Begin(manager).response.result().secret(), clock_);
  EXPECT_OK(Confirm(manager, second.Code()));
  EXPECT_THAT(Confirm(manager, second.Code()), HasReason("totp_not_begun")) << "confirmed already";
}

TEST_P(TwoFactorTest, AnotherPhoneReplacesTheFirstOnceItsCodeWasGiven) {
  Caller manager = AManager(kEmail);
  Authenticator first = TurnOn(manager);
  Authenticator second(Begin(manager).response.result().secret(), clock_);
  clock_.Advance(2 * kStep);
  EXPECT_OK(SignIn(first.Code())) << "the new one was not confirmed";
  clock_.Advance(2 * kStep);
  ASSERT_OK(Confirm(manager, second.Code()));
  clock_.Advance(2 * kStep);
  EXPECT_THAT(SignIn(first.Code()), HasReason("wrong_code"));
  EXPECT_OK(SignIn(second.Code()));
}

TEST_P(TwoFactorTest, SecretsAreStoredEncryptedAndCodesHashed) {
  Caller manager = AManager(kEmail);
  std::string secret = Begin(manager).response.result().secret();
  auto confirmed = Confirm(manager, Authenticator(secret, clock_).Code());
  ASSERT_OK(confirmed);
  auto reader = Database::OpenReadOnly({.url = database_.url()});
  ASSERT_OK(reader);
  auto rows = (*reader)->Read([&](soci::session& sql) -> absl::StatusOr<std::string> {
    std::string all = QueryValue<std::string>(sql, "SELECT sealed FROM totp_factors");
    for (const std::string& hash : Query<std::string>(sql, "SELECT code_hash FROM recovery_codes")) all += " " + hash;
    return all;
  });
  ASSERT_OK(rows);
  EXPECT_EQ(rows->find(secret), rows->npos);
  for (const std::string& code : confirmed.response.result().recovery_codes()) {
    EXPECT_EQ(rows->find(code), rows->npos);
  }
}

TEST_P(TwoFactorTest, ItCanBeTurnedOffAgain) {
  Caller manager = AManager(kEmail);
  TurnOn(manager);
  ASSERT_OK(Disable(manager));
  EXPECT_FALSE(Factors(manager).totp());
  EXPECT_EQ(Factors(manager).recovery_codes(), 0);
  EXPECT_EQ(NewestAction(manager), "manager.totp_disabled");
  EXPECT_EQ(MailCount(), 2);
  EXPECT_OK(SignIn());
}

TEST_P(TwoFactorTest, RecoveryCodesCanBeMadeAgain) {
  Caller manager = AManager(kEmail);
  Authenticator phone(Begin(manager).response.result().secret(), clock_);
  std::string old = Confirm(manager, phone.Code()).response.result().recovery_codes(0);
  auto renewed = Renew(manager);
  ASSERT_OK(renewed);
  EXPECT_EQ(renewed.response.result().recovery_codes_size(), 10);
  EXPECT_EQ(NewestAction(manager), "manager.recovery_codes_renewed");
  v1::LoginManagerRequest login = ManagerLogin(kEmail);
  login.set_recovery_code(old);
  EXPECT_THAT(Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, login), HasReason("wrong_code"));
  login.set_recovery_code(renewed.response.result().recovery_codes(9));
  EXPECT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, login));
  EXPECT_EQ(Factors(manager).recovery_codes(), 9);
}

TEST_P(TwoFactorTest, AnotherManagerResetsALostPhone) {
  Caller mona = AManager(kEmail);
  TurnOn(mona);
  Caller omar = AManager("omar@academy.test");
  EXPECT_THAT(Reset(mona, mona.id), StatusIs(absl::StatusCode::kFailedPrecondition, "cannot_reset_self"));
  EXPECT_THAT(Reset(omar, "nobody"), StatusIs(absl::StatusCode::kNotFound, "manager_not_found"));
  EXPECT_THAT(SignIn(), HasReason("second_factor_required"));
  auto reset = Reset(omar, mona.id);
  ASSERT_OK(reset);
  EXPECT_GT(reset.feed_position, 0);
  EXPECT_EQ(NewestAction(omar), "manager.factors_reset");
  EXPECT_EQ(NewestMail().to(), kEmail);
  EXPECT_THAT(Call(mona, &v1::TwoFactor::Stub::BeginTotp, v1::BeginTotpRequest()), HasReason("signed_out_by_manager"));
  EXPECT_OK(SignIn());
}

TEST_P(TwoFactorTest, TheMachinesOwnerResetsASoleOwnersFactors) {
  Caller mona = AManager(kEmail);
  TurnOn(mona);
  int mails = MailCount();
  EXPECT_THAT(ResetOf(Service("reset-factors"), "nobody@academy.test"),
              StatusIs(absl::StatusCode::kNotFound, "manager_not_found"));
  EXPECT_THAT(SignIn(), HasReason("second_factor_required"));
  auto reset = ResetOf(Service("reset-factors"), "MONA@academy.test");
  ASSERT_OK(reset);
  EXPECT_GT(reset.feed_position, 0);
  EXPECT_EQ(MailCount(), mails + 1);
  EXPECT_EQ(NewestMail().to(), kEmail);
  EXPECT_THAT(Call(mona, &v1::TwoFactor::Stub::BeginTotp, v1::BeginTotpRequest()), HasReason("signed_out_by_manager"));
  EXPECT_OK(SignIn());
  Caller again = AManager(kEmail);
  EXPECT_EQ(Factors(again).recovery_codes(), 0);
  v1::ListEventsRequest events;
  events.set_action("manager.factors_reset");
  auto found = Call(again, &v1::Audit::Stub::ListEvents, events);
  ASSERT_OK(found);
  ASSERT_EQ(found.response.result_size(), 1);
  EXPECT_EQ(found.response.result(0).actor().kind(), "system");
  EXPECT_EQ(found.response.result(0).subject().id(), mona.id);
}

TEST_P(TwoFactorTest, OnlyTheMachinesOwnerResetsByAddress) {
  Caller manager = AManager(kEmail);
  TurnOn(manager);
  for (const char* process : {"edge", "auth", "catalog", "enrollment", "presence"}) {
    EXPECT_THAT(ResetOf(Service(process), kEmail), HasReason("forbidden")) << process;
  }
  EXPECT_THAT(ResetOf(manager, kEmail), HasReason("forbidden"));
  EXPECT_THAT(ResetOf(Anonymous(), kEmail), HasReason("unauthenticated"));
  EXPECT_TRUE(Factors(manager).totp());
}

TEST_P(TwoFactorTest, WithoutCallsAServerResetsToo) {
  TurnOn(AManager(kEmail));
  EXPECT_THAT(auth_->ResetFactorsOf("nobody@academy.test"), HasReason("manager_not_found"));
  EXPECT_OK(auth_->ResetFactorsOf(kEmail));
  EXPECT_OK(SignIn());
}

TEST_P(TwoFactorTest, EveryChangeNeedsARecentSessionOfAManager) {
  Caller manager = AManager(kEmail);
  TurnOn(manager);
  Caller learner = CallerOf(Login((ALearner("layla@academy.test"), "layla@academy.test")).response.client_token());
  clock_.Advance(absl::Minutes(15));
  for (const auto& [who, reason] : {std::pair(manager, "reauthentication_required"), std::pair(learner, "forbidden"),
                                    std::pair(Anonymous(), "unauthenticated")}) {
    EXPECT_THAT(Begin(who), HasReason(reason));
    EXPECT_THAT(Confirm(who, "123456"), HasReason(reason));
    EXPECT_THAT(Disable(who), HasReason(reason));
    EXPECT_THAT(Renew(who), HasReason(reason));
    EXPECT_THAT(Reset(who, manager.id), HasReason(reason));
  }
  EXPECT_TRUE(Factors(manager).totp());
}

TEST_P(TwoFactorTest, FactorsGoWithTheirManager) {
  Caller mona = AManager(kEmail);
  TurnOn(mona);
  Caller omar = AManager("omar@academy.test");
  v1::DeleteManagerRequest remove;
  remove.set_manager_id(mona.id);
  ASSERT_OK(Call(omar, &v1::Managers::Stub::DeleteManager, remove));
  auto reader = Database::OpenReadOnly({.url = database_.url()});
  ASSERT_OK(reader);
  auto rows = (*reader)->Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
    return QueryValue<int64_t>(sql,
                               "SELECT (SELECT COUNT(*) FROM totp_factors) + (SELECT COUNT(*) FROM recovery_codes)");
  });
  EXPECT_THAT(rows, IsOkAndHolds(0));
}

}  // namespace
}  // namespace academy::auth

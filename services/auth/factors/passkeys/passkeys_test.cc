// Managers add passkeys, sign in with them and remove them.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "services/auth/testing/auth_fixture.h"
#include "services/auth/testing/authenticator.h"
#include "services/auth/testing/passkey_device.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "mona@academy.test";

class PasskeysTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  Reply<v1::BeginPasskeyRegistrationResponse> Begin(const Caller& manager) {
    return Call(manager, &v1::Passkeys::Stub::BeginPasskeyRegistration, v1::BeginPasskeyRegistrationRequest());
  }
  Reply<v1::FinishPasskeyRegistrationResponse> Finish(const Caller& manager, const v1::NewPasskey& made,
                                                      const std::string& name = "Laptop") {
    v1::FinishPasskeyRegistrationRequest request;
    *request.mutable_credential() = made;
    request.set_name(name);
    return Call(manager, &v1::Passkeys::Stub::FinishPasskeyRegistration, request);
  }
  Reply<v1::FinishPasskeyRegistrationResponse> Add(const Caller& manager, const PasskeyDevice& device) {
    return Finish(manager, device.Make(Begin(manager).response.result()));
  }
  v1::BeginPasskeyLoginResponse::Options Ask() {
    auto begun = Call(Anonymous(), &v1::Passkeys::Stub::BeginPasskeyLogin, v1::BeginPasskeyLoginRequest());
    EXPECT_OK(begun);
    return begun.response.result();
  }
  Reply<v1::LoginManagerResponse> SignIn(const v1::PasskeyAssertion& answer) {
    v1::FinishPasskeyLoginRequest request;
    *request.mutable_credential() = answer;
    return Call(Anonymous(), &v1::Passkeys::Stub::FinishPasskeyLogin, request);
  }
  Reply<v1::LoginManagerResponse> SignIn(PasskeyDevice& device) { return SignIn(device.Sign(Ask())); }
  Reply<v1::ReauthenticateManagerResponse> Again(const Caller& manager, PasskeyDevice& device) {
    v1::ReauthenticateManagerRequest request;
    *request.mutable_passkey() = device.Sign(Ask());
    return Call(manager, &v1::ManagerSignIn::Stub::ReauthenticateManager, request);
  }
  Reply<v1::LoginManagerResponse> SignInByPassword(const std::string& email = kEmail) {
    return Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin(email));
  }
  v1::ListPasskeysResponse List(const Caller& manager) {
    auto answer = Call(manager, &v1::Passkeys::Stub::ListPasskeys, v1::ListPasskeysRequest());
    EXPECT_OK(answer);
    return answer.response;
  }
  Reply<v1::DeletePasskeyResponse> Remove(const Caller& manager, const std::string& id) {
    v1::DeletePasskeyRequest request;
    request.set_passkey_id(id);
    return Call(manager, &v1::Passkeys::Stub::DeletePasskey, request);
  }
  v1::GetFactorsResponse::Factors Factors(const Caller& manager) {
    return Call(manager, &v1::TwoFactor::Stub::GetFactors, v1::GetFactorsRequest()).response.result();
  }
  bool InSetup(const Caller& manager) {
    auto checked = Call(manager, &v1::ManagerSignIn::Stub::CheckManager, v1::CheckManagerRequest());
    EXPECT_OK(checked);
    return checked.response.second_factor_setup_required();
  }
  // Turns an authenticator app on.
  void TurnTotpOn(const Caller& manager) {
    auto begun = Call(manager, &v1::TwoFactor::Stub::BeginTotp, v1::BeginTotpRequest());
    v1::ConfirmTotpRequest request;
    request.set_code(Authenticator(begun.response.result().secret(), clock_).Code());
    EXPECT_OK(Call(manager, &v1::TwoFactor::Stub::ConfirmTotp, request));
  }
  Reply<v1::DisableTotpResponse> TurnTotpOff(const Caller& manager) {
    return Call(manager, &v1::TwoFactor::Stub::DisableTotp, v1::DisableTotpRequest());
  }
  v1::AuditEvent NewestEvent(const Caller& manager) {
    v1::ListEventsRequest request;
    request.set_limit(1);
    return Call(manager, &v1::Audit::Stub::ListEvents, request).response.result(0);
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, PasskeysTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(PasskeysTest, TheBrowserIsAskedForOneOfThisManagerAtThisAcademy) {
  options().academy_name = [](const std::string&) { return "The Academy"; };
  Restart();
  Caller manager = AManager(kEmail);
  auto begun = Begin(manager);
  ASSERT_OK(begun);
  const auto& options = begun.response.result();
  EXPECT_EQ(options.rp().id(), "academy.test");
  EXPECT_EQ(options.rp().name(), "The Academy");
  EXPECT_EQ(options.user().name(), kEmail);
  EXPECT_EQ(options.user().display_name(), "Mona Saleh");
  EXPECT_EQ(options.authenticator_selection().user_verification(), "required");
  EXPECT_EQ(options.authenticator_selection().resident_key(), "required");
  EXPECT_EQ(options.attestation(), "none");
  EXPECT_EQ(options.exclude_credentials_size(), 0);
  EXPECT_GE(options.pub_key_cred_params_size(), 2);
  EXPECT_EQ(List(manager).origin(), "https://academy.test");
}

TEST_P(PasskeysTest, TheFirstComesWithRecoveryCodesAndSignsTheOthersOut) {
  Caller manager = AManager(kEmail);
  std::string elsewhere = SignInByPassword().response.token();
  PasskeyDevice device;
  device.synced = true;
  auto added = Add(manager, device);
  ASSERT_OK(added);
  EXPECT_EQ(added.response.result().recovery_codes_size(), 10);
  EXPECT_EQ(added.response.result().passkey().name(), "Laptop");
  EXPECT_TRUE(added.response.result().passkey().synced());
  EXPECT_FALSE(added.response.result().passkey().has_last_used_at());
  EXPECT_EQ(ReasonOf(elsewhere), "logout");
  EXPECT_GT(added.feed_position, 0);
  EXPECT_EQ(NewestEvent(manager).action(), "manager.passkey_added");
  EXPECT_EQ(NewestMail().to(), kEmail);
  EXPECT_EQ(Factors(manager).passkeys(), 1);
  EXPECT_EQ(Factors(manager).recovery_codes(), 10);
  EXPECT_FALSE(Factors(manager).totp());

  PasskeyDevice phone;
  auto begun = Begin(manager).response.result();
  ASSERT_EQ(begun.exclude_credentials_size(), 1);
  EXPECT_EQ(begun.exclude_credentials(0).transports_size(), 1) << "only known ones";
  auto second = Finish(manager, phone.Make(begun), "");
  ASSERT_OK(second);
  EXPECT_EQ(second.response.result().recovery_codes_size(), 0);
  EXPECT_EQ(List(manager).result_size(), 2);
}

TEST_P(PasskeysTest, ItSignsInWithoutAPassword) {
  Caller manager = AManager(kEmail);
  PasskeyDevice device;
  ASSERT_OK(Add(manager, device));
  clock_.Advance(absl::Hours(1));
  auto signed_in = SignIn(device);
  ASSERT_OK(signed_in);
  EXPECT_EQ(signed_in.response.result().fullname(), "Mona Saleh");
  EXPECT_EQ(signed_in.response.expires_in(), 8 * 60 * 60);
  Caller again = CallerOf(signed_in.response.token());
  EXPECT_EQ(again.id, manager.id);
  EXPECT_OK(Begin(again)) << "a sign-in makes its session recent";
  EXPECT_TRUE(List(again).result(0).has_last_used_at());
  EXPECT_EQ(NewestEvent(again).action(), "manager.signed_in");
  EXPECT_THAT(NewestEvent(again).DebugString(), testing::HasSubstr("passkey"));
}

TEST_P(PasskeysTest, WithOneAPasswordAloneIsNotEnough) {
  Caller manager = AManager(kEmail);
  PasskeyDevice device;
  auto added = Add(manager, device);
  ASSERT_OK(added);
  EXPECT_THAT(SignInByPassword(), HasReason("second_factor_required"));
  v1::LoginManagerRequest login = ManagerLogin(kEmail);
  login.set_code("123456");
  EXPECT_THAT(Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, login), HasReason("wrong_code"));
  login.clear_code();
  login.set_recovery_code(added.response.result().recovery_codes(0));
  EXPECT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, login));
}

TEST_P(PasskeysTest, AnAnswerIsGoodOnceAndForFiveMinutes) {
  Caller manager = AManager(kEmail);
  PasskeyDevice device;
  device.counts = false;
  v1::NewPasskey made = device.Make(Begin(manager).response.result());
  ASSERT_OK(Finish(manager, made));
  EXPECT_THAT(Finish(manager, made), StatusIs(absl::StatusCode::kInvalidArgument, "wrong_passkey"));
  PasskeyDevice late;
  made = late.Make(Begin(manager).response.result());
  clock_.Advance(absl::Minutes(5));
  EXPECT_THAT(Finish(manager, made), HasReason("wrong_passkey"));

  v1::PasskeyAssertion answer = device.Sign(Ask());
  ASSERT_OK(SignIn(answer));
  EXPECT_THAT(SignIn(answer), StatusIs(absl::StatusCode::kUnauthenticated, "wrong_passkey"));
  answer = device.Sign(Ask());
  clock_.Advance(absl::Minutes(5));
  EXPECT_THAT(SignIn(answer), HasReason("wrong_passkey"));
}

TEST_P(PasskeysTest, AChallengeIsForItsManagerAndItsCeremony) {
  Caller mona = AManager(kEmail);
  Caller omar = AManager("omar@academy.test");
  PasskeyDevice device;
  EXPECT_THAT(Finish(omar, device.Make(Begin(mona).response.result())), HasReason("wrong_passkey"));
  v1::BeginPasskeyRegistrationResponse::Options options = Begin(mona).response.result();
  options.set_challenge(Ask().challenge());
  EXPECT_THAT(Finish(mona, device.Make(options)), HasReason("wrong_passkey"));
  ASSERT_OK(Add(mona, device));
  v1::BeginPasskeyLoginResponse::Options login = Ask();
  login.set_challenge(Begin(mona).response.result().challenge());
  EXPECT_THAT(SignIn(device.Sign(login)), HasReason("wrong_passkey"));
  login.set_challenge("c29tZXRoaW5nIGVsc2U");
  EXPECT_THAT(SignIn(device.Sign(login)), HasReason("wrong_passkey"));
}

TEST_P(PasskeysTest, AnAnswerToAnotherPageOrWithoutAVerifiedUserIsRefused) {
  Caller manager = AManager(kEmail);
  PasskeyDevice device;
  ASSERT_OK(Add(manager, device));
  device.origin = "https://evil.example";
  EXPECT_THAT(SignIn(device), HasReason("wrong_passkey"));
  EXPECT_THAT(Add(manager, device), HasReason("wrong_passkey"));
  device.origin = "https://academy.test";
  device.user_verified = false;
  EXPECT_THAT(SignIn(device), HasReason("wrong_passkey"));
  EXPECT_THAT(Add(manager, device), HasReason("wrong_passkey"));
  device.user_verified = true;
  device.counter = 0;
  device.counts = true;
  EXPECT_THAT(SignIn(device), HasReason("wrong_passkey")) << "the counter did not rise";
  EXPECT_EQ(NewestEvent(manager).action(), "manager.sign_in_failed");
  EXPECT_OK(SignIn(device));
}

TEST_P(PasskeysTest, UnknownPasskeysAndNonsenseAreRefused) {
  AManager(kEmail);
  PasskeyDevice stranger;
  EXPECT_THAT(SignIn(stranger), StatusIs(absl::StatusCode::kUnauthenticated, "wrong_passkey"));
  EXPECT_THAT(SignIn(v1::PasskeyAssertion()), HasReason("validation_failed"));
  v1::PasskeyAssertion nonsense;
  nonsense.set_id("!");
  nonsense.mutable_response()->set_client_data_json("!");
  EXPECT_THAT(SignIn(nonsense), HasReason("wrong_passkey"));
}

TEST_P(PasskeysTest, ItTakesThePlaceOfThePasswordAgain) {
  Caller mona = AManager(kEmail);
  Caller omar = AManager("omar@academy.test");
  PasskeyDevice device;
  ASSERT_OK(Add(mona, device));
  clock_.Advance(absl::Minutes(15));
  EXPECT_THAT(Begin(mona), HasReason("reauthentication_required"));
  EXPECT_THAT(Again(omar, device), StatusIs(absl::StatusCode::kUnauthenticated, "wrong_passkey"))
      << "another manager's";
  EXPECT_THAT(Begin(omar), HasReason("reauthentication_required"));
  EXPECT_EQ(NewestEvent(omar).action(), "manager.reauthentication_failed");
  ASSERT_OK(Again(mona, device));
  EXPECT_OK(Begin(mona));
  EXPECT_EQ(NewestEvent(mona).action(), "manager.reauthenticated");
}

TEST_P(PasskeysTest, TheLastFactorTakesTheRecoveryCodesAlong) {
  Caller manager = AManager(kEmail);
  PasskeyDevice device;
  ASSERT_OK(Add(manager, device));
  TurnTotpOn(manager);
  ASSERT_OK(TurnTotpOff(manager));
  EXPECT_EQ(Factors(manager).recovery_codes(), 10) << "the passkey is left";
  EXPECT_THAT(SignInByPassword(), HasReason("second_factor_required"));

  EXPECT_THAT(Remove(manager, "nothing"), StatusIs(absl::StatusCode::kNotFound, "passkey_not_found"));
  ASSERT_OK(Remove(manager, List(manager).result(0).id()));
  EXPECT_EQ(NewestEvent(manager).action(), "manager.passkey_removed");
  EXPECT_EQ(Factors(manager).passkeys(), 0);
  EXPECT_EQ(Factors(manager).recovery_codes(), 0);
  EXPECT_OK(SignInByPassword());
  EXPECT_THAT(SignIn(device), HasReason("wrong_passkey"));
}

TEST_P(PasskeysTest, NobodyRemovesAnothersPasskey) {
  Caller mona = AManager(kEmail);
  Caller omar = AManager("omar@academy.test");
  PasskeyDevice device;
  ASSERT_OK(Add(mona, device));
  EXPECT_THAT(Remove(omar, List(mona).result(0).id()), HasReason("passkey_not_found"));
  EXPECT_THAT(Add(omar, device), StatusIs(absl::StatusCode::kAlreadyExists, "passkey_exists"));
  EXPECT_EQ(List(omar).result_size(), 0);
  EXPECT_OK(SignIn(device));
}

TEST_P(PasskeysTest, AMandatoryFactorMayBeAPasskeyAndStays) {
  Caller manager = AManager(kEmail);
  options().require_two_factor = true;
  Restart();
  auto signed_in = SignInByPassword();
  ASSERT_OK(signed_in);
  Caller in_setup = CallerOf(signed_in.response.token());
  in_setup.in_setup = InSetup(in_setup);
  EXPECT_TRUE(in_setup.in_setup);
  PasskeyDevice device;
  ASSERT_OK(Add(in_setup, device));
  EXPECT_FALSE(InSetup(in_setup));
  Caller ready = CallerOf(signed_in.response.token());
  EXPECT_THAT(Remove(ready, List(ready).result(0).id()),
              StatusIs(absl::StatusCode::kFailedPrecondition, "second_factor_mandatory"));
  TurnTotpOn(ready);
  EXPECT_OK(Remove(ready, List(ready).result(0).id()));
  EXPECT_THAT(TurnTotpOff(ready), HasReason("second_factor_mandatory"));
}

TEST_P(PasskeysTest, AnotherManagersResetRemovesThem) {
  Caller mona = AManager(kEmail);
  PasskeyDevice device;
  ASSERT_OK(Add(mona, device));
  v1::ResetFactorsRequest reset;
  reset.set_manager_id(mona.id);
  ASSERT_OK(Call(AManager("omar@academy.test"), &v1::TwoFactor::Stub::ResetFactors, reset));
  EXPECT_THAT(SignIn(device), HasReason("wrong_passkey"));
  EXPECT_OK(SignInByPassword());
}

TEST_P(PasskeysTest, TheyNeedAnAddressThatBrowsersAllow) {
  options().public_url = [] { return std::string("http://192.0.2.1:8080"); };
  Restart();
  Caller manager = AManager(kEmail);
  EXPECT_THAT(Begin(manager), StatusIs(absl::StatusCode::kFailedPrecondition, "passkeys_unavailable"));
  EXPECT_THAT(Call(Anonymous(), &v1::Passkeys::Stub::BeginPasskeyLogin, v1::BeginPasskeyLoginRequest()),
              HasReason("passkeys_unavailable"));
  EXPECT_EQ(List(manager).origin(), "");
  options().public_url = [] { return std::string("https://academy.example"); };
  Restart();
  PasskeyDevice device;
  device.origin = "https://academy.example";
  ASSERT_OK(Add(manager, device));
  EXPECT_OK(SignIn(device));
  options().public_url = [] { return std::string("https://another.example"); };
  Restart();
  device.origin = "https://another.example";
  EXPECT_THAT(SignIn(device), HasReason("wrong_passkey")) << "bound to the earlier name";
}

TEST_P(PasskeysTest, AManagerHasTwentyAtMost) {
  Caller manager = AManager(kEmail);
  for (int i = 0; i < 20; ++i) ASSERT_OK(Add(manager, PasskeyDevice()));
  EXPECT_THAT(Begin(manager), StatusIs(absl::StatusCode::kFailedPrecondition, "too_many_passkeys"));
  EXPECT_THAT(Finish(manager, v1::NewPasskey(), std::string(61, 'a')), HasReason("validation_failed"));
}

TEST_P(PasskeysTest, EveryChangeNeedsARecentSessionOfAManager) {
  Caller manager = AManager(kEmail);
  Caller learner = CallerOf(Login((ALearner("layla@academy.test"), "layla@academy.test")).response.client_token());
  PasskeyDevice device;
  v1::NewPasskey made = device.Make(Begin(manager).response.result());
  clock_.Advance(absl::Minutes(15));
  for (const auto& [who, reason] : {std::pair(manager, "reauthentication_required"), std::pair(learner, "forbidden"),
                                    std::pair(Anonymous(), "unauthenticated")}) {
    EXPECT_THAT(Begin(who), HasReason(reason));
    EXPECT_THAT(Finish(who, made), HasReason(reason));
    EXPECT_THAT(Remove(who, "any"), HasReason(reason));
  }
}

}  // namespace
}  // namespace academy::auth

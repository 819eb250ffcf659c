// An academy that requires a second factor: who has none can set one up and do nothing else.
#include <string>

#include "services/auth/testing/auth_fixture.h"
#include "services/auth/testing/authenticator.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "mona@academy.test";
constexpr char kRequired[] = "second_factor_setup_required";

class SetupRequiredTest : public AuthTest {
 protected:
  void SetUp() override {
    options().require_two_factor = true;
    Start();
  }

  bool InSetup(const Caller& caller) {
    v1::CheckSessionRequest request;
    request.set_session_id(caller.session_id);
    return Call(Service(), &v1::Sessions::Stub::CheckSession, request).response.in_setup();
  }
  // Signs in as the edge would pass the session on.
  Caller SignedIn() {
    Caller manager = AManager(kEmail);
    manager.in_setup = InSetup(manager);
    return manager;
  }
  absl::Status ListManagers(const Caller& caller) {
    return Call(caller, &v1::Managers::Stub::ListManagers, v1::ListManagersRequest()).status;
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, SetupRequiredTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(SetupRequiredTest, AManagerWithoutOneMaySetItUpOnly) {
  Caller manager = SignedIn();
  ASSERT_TRUE(manager.in_setup);
  EXPECT_THAT(ListManagers(manager), StatusIs(absl::StatusCode::kPermissionDenied, kRequired));
  EXPECT_THAT(Call(manager, &v1::Learners::Stub::ListLearners, v1::ListLearnersRequest()), HasReason(kRequired));
  EXPECT_THAT(Call(manager, &v1::TwoFactor::Stub::DisableTotp, v1::DisableTotpRequest()), HasReason(kRequired));
  EXPECT_THAT(Call(manager, &v1::TwoFactor::Stub::RenewRecoveryCodes, v1::RenewRecoveryCodesRequest()),
              HasReason(kRequired));
  EXPECT_OK(Call(manager, &v1::ManagerSignIn::Stub::CheckManager, v1::CheckManagerRequest()));
  auto factors = Call(manager, &v1::TwoFactor::Stub::GetFactors, v1::GetFactorsRequest());
  ASSERT_OK(factors);
  EXPECT_TRUE(factors.response.result().required());

  auto begun = Call(manager, &v1::TwoFactor::Stub::BeginTotp, v1::BeginTotpRequest());
  ASSERT_OK(begun);
  v1::ConfirmTotpRequest confirm;
  confirm.set_code(Authenticator(begun.response.result().secret(), clock_).Code());
  ASSERT_OK(Call(manager, &v1::TwoFactor::Stub::ConfirmTotp, confirm));
  EXPECT_FALSE(InSetup(manager));
  manager.in_setup = false;
  EXPECT_OK(ListManagers(manager));
  EXPECT_THAT(Call(manager, &v1::TwoFactor::Stub::DisableTotp, v1::DisableTotpRequest()),
              StatusIs(absl::StatusCode::kFailedPrecondition, "second_factor_mandatory"));
  EXPECT_TRUE(Call(manager, &v1::TwoFactor::Stub::GetFactors, v1::GetFactorsRequest()).response.result().totp());
}

TEST_P(SetupRequiredTest, TheyCanReauthenticateAndSignOut) {
  Caller manager = SignedIn();
  clock_.Advance(absl::Hours(1));
  EXPECT_THAT(Call(manager, &v1::TwoFactor::Stub::BeginTotp, v1::BeginTotpRequest()),
              HasReason("reauthentication_required"));
  v1::ReauthenticateManagerRequest again;
  again.set_password("secret1");
  EXPECT_OK(Call(manager, &v1::ManagerSignIn::Stub::ReauthenticateManager, again));
  EXPECT_OK(Call(manager, &v1::TwoFactor::Stub::BeginTotp, v1::BeginTotpRequest()));
  EXPECT_OK(Call(manager, &v1::ManagerSignIn::Stub::LogoutManager, v1::LogoutManagerRequest()));
}

TEST_P(SetupRequiredTest, LearnersNeedNone) {
  ALearner("layla@academy.test");
  EXPECT_FALSE(InSetup(CallerOf(Login("layla@academy.test").response.client_token())));
}

TEST_P(SetupRequiredTest, AnAcademyThatDoesNotRequireItLeavesItToThem) {
  options().require_two_factor = false;
  Restart();
  EXPECT_FALSE(SignedIn().in_setup);
}

}  // namespace
}  // namespace academy::auth

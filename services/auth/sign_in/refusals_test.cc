// Refusals that no other test covers, with status, reason and message.
#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "layla@academy.test";
using Fields = std::vector<std::string>;

class RefusalsTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  // Returns `field:code` of all refused fields.
  static Fields RefusedIn(const absl::Status& status) {
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument));
    Fields fields;
    for (const FieldViolation& field : DetailOf(status).fields) fields.push_back(field.field + ":" + field.code);
    return fields;
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, RefusalsTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(RefusalsTest, UnknownLearnersAreNotFound) {
  Caller manager = AManager();
  auto not_found = [](const auto& answer) {
    EXPECT_THAT(answer, StatusIs(absl::StatusCode::kNotFound, "user_not_found"));
  };
  v1::UpdateLearnerRequest update;
  update.set_learner_id("unknown");
  not_found(Call(manager, &v1::Learners::Stub::UpdateLearner, update));
  v1::UpdateLearnerPasswordRequest reset;
  reset.set_learner_id("unknown");
  reset.set_password("secret2");
  not_found(Call(manager, &v1::Learners::Stub::UpdateLearnerPassword, reset));
  v1::UpdateActivationRequest activation;
  activation.set_learner_id("unknown");
  activation.set_active(true);
  not_found(Call(manager, &v1::Learners::Stub::UpdateActivation, activation));
  v1::DeleteLearnerRequest remove;
  remove.set_learner_id("unknown");
  not_found(Call(manager, &v1::Learners::Stub::DeleteLearner, remove));
}

TEST_P(RefusalsTest, UnknownManagersAreNotFound) {
  Caller manager = AManager();
  v1::UpdateManagerPasswordRequest reset;
  reset.set_manager_id("unknown");
  reset.set_password("secret2");
  auto answer = Call(manager, &v1::Managers::Stub::UpdateManagerPassword, reset);
  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kNotFound, "manager_not_found"));
}

TEST_P(RefusalsTest, EveryFieldOfALearnerIsChecked) {
  Caller manager = AManager();
  v1::CreateLearnerRequest create;
  create.set_email("nobody");
  create.set_password("12345");
  create.set_phonenumber(std::string(41, '1'));
  create.set_address("Riyadh\u0007");
  EXPECT_EQ(RefusedIn(Call(manager, &v1::Learners::Stub::CreateLearner, create).status),
            (Fields{"email:email_invalid", "password:password_too_short", "fullname:required", "phonenumber:too_long",
                    "address:control_characters"}));
  v1::UpdateLearnerRequest update;
  update.set_email("a@b");
  update.set_password("12345");
  update.set_fullname(std::string(201, 'x'));
  EXPECT_EQ(RefusedIn(Call(manager, &v1::Learners::Stub::UpdateLearner, update).status),
            (Fields{"clientId:required", "email:email_invalid", "fullname:too_long", "password:password_too_short"}));

  ALearner(kEmail);
  Caller learner = CallerOf(Login(kEmail).response.client_token());
  v1::UpdateProfileRequest profile;
  profile.set_fullname(" ");
  profile.set_address(std::string(501, 'x'));
  profile.set_password("12345");
  EXPECT_EQ(RefusedIn(Call(learner, &v1::Profile::Stub::UpdateProfile, profile).status),
            (Fields{"fullname:required", "address:too_long", "password:password_too_short"}));
}

TEST_P(RefusalsTest, ControlCharactersAreRefusedWhereverTheyCome) {
  v1::LoginLearnerRequest login;
  login.set_email("layla@academy.test\n");
  login.set_password("secret1\r");
  EXPECT_EQ(RefusedIn(Call(Anonymous(), &v1::LearnerSignIn::Stub::LoginLearner, login).status),
            (Fields{"email:control_characters", "password:control_characters"}));
  v1::ForgotPasswordRequest forgot;
  forgot.set_email("layla@academy.test\r\nBcc: x@y.zz");
  EXPECT_EQ(RefusedIn(Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, forgot).status),
            (Fields{"email:control_characters"}));
  v1::SignUpManagerRequest sign_up = ManagerSignUp("mona@academy.test", "secret1", "Mona\u0085Saleh");
  EXPECT_EQ(RefusedIn(Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, sign_up).status),
            (Fields{"fullname:control_characters"}));
}

TEST_P(RefusalsTest, RecoveryIsNotForDeactivatedLearnersNorForUnknownHandles) {
  std::string id = ALearner(kEmail);
  v1::UpdateActivationRequest activation;
  activation.set_learner_id(id);
  activation.set_active(false);
  ASSERT_OK(Call(Service(), &v1::Learners::Stub::UpdateActivation, activation));
  v1::ForgotPasswordRequest forgot;
  forgot.set_email(kEmail);
  auto asked = Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, forgot);
  EXPECT_THAT(asked, StatusIs(absl::StatusCode::kPermissionDenied, "account_inactive"));
  EXPECT_EQ(MailCount(), 0);

  v1::VerifyRecoveryCodeRequest verify;
  verify.set_handle("unknown");
  verify.set_code("123456");
  auto verified = Call(Anonymous(), &v1::Recovery::Stub::VerifyRecoveryCode, verify);
  EXPECT_THAT(verified, StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_EQ(verified.message(), "You have insert a wrong token code");
  v1::ResetPasswordRequest reset;
  reset.set_handle("unknown");
  reset.set_password("secret2");
  auto refused = Call(Anonymous(), &v1::Recovery::Stub::ResetPassword, reset);
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kPermissionDenied, "recovery_not_verified"));
}

TEST_P(RefusalsTest, WhoWasRemovedMeanwhileIsToldSo) {
  Caller mona = AManager("mona@academy.test");
  Caller omar = AManager("omar@academy.test");
  v1::DeleteManagerRequest remove;
  remove.set_manager_id(omar.id);
  ASSERT_OK(Call(mona, &v1::Managers::Stub::DeleteManager, remove));
  auto check = Call(omar, &v1::ManagerSignIn::Stub::CheckManager, v1::CheckManagerRequest());
  EXPECT_THAT(check, StatusIs(absl::StatusCode::kUnauthenticated, "removed"));

  Caller learner{.kind = CallerKind::kLearner, .id = "gone", .session_id = "s"};
  auto info = Call(learner, &v1::Profile::Stub::GetProfile, v1::GetProfileRequest());
  EXPECT_THAT(info, StatusIs(absl::StatusCode::kUnauthenticated, "removed"));
  v1::UpdateProfileRequest profile;
  profile.set_address("Riyadh");
  EXPECT_THAT(Call(learner, &v1::Profile::Stub::UpdateProfile, profile), HasReason("removed"));
  v1::ChangeLearnerPasswordRequest change;
  change.set_password("secret1");
  change.set_new_password("secret2");
  EXPECT_THAT(Call(learner, &v1::Profile::Stub::ChangeLearnerPassword, change), HasReason("removed"));
}

TEST_P(RefusalsTest, AManagersAccountWaitsAfterFiveWrongPasswordsToo) {
  AManager("mona@academy.test");
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(
        Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin("mona@academy.test", "wrong-one")),
        HasReason("wrong_password"));
  }
  auto waiting = Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin("mona@academy.test"));
  EXPECT_THAT(waiting, StatusIs(absl::StatusCode::kResourceExhausted, "too_many_attempts"));
  EXPECT_EQ(DetailOf(waiting.status).retry_after_seconds, 60);
}

TEST_P(RefusalsTest, AnEmptyPasswordInAProfileIsNoChange) {
  std::string id = ALearner(kEmail);
  v1::UpdateLearnerRequest update;
  update.set_learner_id(id);
  update.set_password("");
  update.set_address("Riyadh");
  ASSERT_OK(Call(Service(), &v1::Learners::Stub::UpdateLearner, update));
  auto login = Login(kEmail);
  ASSERT_OK(login);
  v1::UpdateProfileRequest profile;
  profile.set_password("secret2");
  Caller learner = CallerOf(login.response.client_token());
  auto changed = Call(learner, &v1::Profile::Stub::UpdateProfile, profile);
  ASSERT_OK(changed);
  EXPECT_EQ(changed.response.message(), "Updated Successfully");
  EXPECT_EQ(changed.response.result().address(), "Riyadh");
  EXPECT_EQ(ReasonOf(login.response.client_token()), "") << "this session goes on";
  EXPECT_OK(Login(kEmail, "secret2"));
}

}  // namespace
}  // namespace academy::auth

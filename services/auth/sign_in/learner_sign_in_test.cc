#include <atomic>
#include <thread>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kMinute = absl::Minutes(1);
constexpr char kEmail[] = "layla@academy.test";

class LearnerSignInTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  Reply<v1::SignUpLearnerResponse> SignUp(const std::string& email, const Caller& caller = {}) {
    return Call(caller, &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp(email));
  }
  Reply<v1::ActivateResponse> Activate(const std::string& email, const std::string& token) {
    v1::ActivateRequest request;
    request.set_email(email);
    request.set_token(token);
    return Call(Anonymous(), &v1::LearnerSignIn::Stub::Activate, request);
  }
  Reply<v1::ForgotPasswordResponse> Forgot(const std::string& email, bool again = false) {
    v1::ForgotPasswordRequest request;
    request.set_email(email);
    request.set_again(again);
    return Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, request);
  }
  Reply<v1::VerifyRecoveryCodeResponse> Verify(const std::string& handle, const std::string& code) {
    v1::VerifyRecoveryCodeRequest request;
    request.set_handle(handle);
    request.set_code(code);
    return Call(Anonymous(), &v1::Recovery::Stub::VerifyRecoveryCode, request);
  }
  Reply<v1::ResetPasswordResponse> Reset(const std::string& handle, const std::string& password) {
    v1::ResetPasswordRequest request;
    request.set_handle(handle);
    request.set_password(password);
    return Call(Anonymous(), &v1::Recovery::Stub::ResetPassword, request);
  }
  // Calls CheckSession for the caller's session.
  Reply<v1::CheckSessionResponse> Check(const Caller& caller) {
    v1::CheckSessionRequest request;
    request.set_session_id(caller.session_id);
    return Call(Service(), &v1::Sessions::Stub::CheckSession, request);
  }
  static std::string Wrong(const std::string& code) { return code == "111111" ? "222222" : "111111"; }
};
INSTANTIATE_TEST_SUITE_P(Engines, LearnerSignInTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(LearnerSignInTest, SignUpMailsALinkThatActivatesTheAccount) {
  auto signed_up = SignUp("Layla+Test@Academy.test", {.language = "en"});
  ASSERT_OK(signed_up);
  EXPECT_EQ(signed_up.response.activation(), "sent");
  auto early = Login("layla+test@academy.test");
  EXPECT_THAT(early, StatusIs(absl::StatusCode::kPermissionDenied, "not_activated"));
  EXPECT_EQ(early.message(), "Your email has not activated yet");

  v1::Mail mail = NewestMail();
  EXPECT_EQ(mail.to(), "Layla+Test@Academy.test");
  EXPECT_EQ(mail.state(), "waiting");
  EXPECT_NE(mail.html().find("dir=\"ltr\""), std::string::npos);
  EXPECT_NE(mail.text().find("https://academy.test/client/auth/activation?email=Layla%2BTest%40Academy.test&token="),
            std::string::npos);
  std::string token = ParameterIn(mail.text(), "token");
  EXPECT_OK(Activate("layla+test@academy.test", token));
  EXPECT_OK(Activate("layla+test@academy.test", token)) << "activating twice succeeds";
  auto login = Login("layla+test@academy.test");
  ASSERT_OK(login);
  EXPECT_EQ(login.response.result().fullname(), "Layla Hassan");
}

TEST_P(LearnerSignInTest, MailsAreArabicAndRightToLeftByDefault) {
  SignUp(kEmail);
  EXPECT_NE(NewestMail().html().find("lang=\"ar\" dir=\"rtl\""), std::string::npos);
  EXPECT_EQ(NewestMail().subject(), "تفعيل حسابك في الأكاديمية");
}

TEST_P(LearnerSignInTest, SignUpNamesEveryFieldThatIsNotValid) {
  auto answer = Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner,
                     LearnerSignUp("no address", "12345", std::string("Layla\nHassan")));
  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kInvalidArgument));
  std::vector<std::string> fields;
  for (const FieldViolation& field : DetailOf(answer.status).fields) fields.push_back(field.field + ":" + field.code);
  EXPECT_EQ(fields, (std::vector<std::string>{"email:email_invalid", "password:password_too_short",
                                              "fullname:control_characters"}));
}

TEST_P(LearnerSignInTest, ActivationRefusesUnknownEmailsAndWrongOrOldTokens) {
  SignUp(kEmail);
  std::string token = ParameterIn(NewestMail().text(), "token");
  auto unknown = Activate("nobody@academy.test", token);
  EXPECT_THAT(unknown, StatusIs(absl::StatusCode::kNotFound));
  EXPECT_EQ(unknown.message(), "Code not found user with this email.");
  auto wrong = Activate(kEmail, "nonsense");
  EXPECT_THAT(wrong, StatusIs(absl::StatusCode::kInvalidArgument, "wrong_code"));
  EXPECT_EQ(wrong.message(), "You have insert a wrong token code");
  clock_.Advance(48 * 60 * kMinute);
  EXPECT_THAT(Activate(kEmail, token), HasReason("wrong_code"));
}

TEST_P(LearnerSignInTest, ResendActivationAnswersAlikeAndMailsAtMostOnceAMinute) {
  SignUp(kEmail);
  v1::ResendActivationRequest request;
  request.set_email("nobody@academy.test");
  EXPECT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::ResendActivation, request));
  request.set_email(kEmail);
  EXPECT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::ResendActivation, request));
  EXPECT_EQ(MailCount(), 1);
  clock_.Advance(kMinute);
  EXPECT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::ResendActivation, request));
  EXPECT_EQ(MailCount(), 2);
  EXPECT_OK(Activate(kEmail, ParameterIn(NewestMail().text(), "token")));
}

TEST_P(LearnerSignInTest, LoginRefusesUnknownWrongAndDeactivated) {
  std::string id = ALearner(kEmail);
  auto unknown = Login("nobody@academy.test");
  EXPECT_THAT(unknown, StatusIs(absl::StatusCode::kUnauthenticated, "user_not_found"));
  EXPECT_THAT(Login(kEmail, "wrong-one"), HasReason("wrong_password"));
  v1::UpdateActivationRequest deactivate;
  deactivate.set_learner_id(id);
  deactivate.set_active(false);
  Call(AManager(), &v1::Learners::Stub::UpdateActivation, deactivate);
  EXPECT_THAT(Login(kEmail), HasReason("account_inactive"));
}

TEST_P(LearnerSignInTest, ASecondSignInEndsTheFirstSession) {
  ALearner(kEmail);
  std::string first = Login(kEmail).response.client_token();
  Caller first_caller = CallerOf(first);
  auto second = Login(kEmail);
  ASSERT_OK(second);
  EXPECT_EQ(ReasonOf(first), "signed_in_elsewhere");
  EXPECT_EQ(ReasonOf(second.response.client_token()), "");

  std::vector<v1::Event> events = Events();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].session_ended().session_id(), first_caller.session_id);
  EXPECT_EQ(events[0].session_ended().reason(), "signed_in_elsewhere");
  EXPECT_EQ(events[0].position(), second.feed_position);

  auto checked = Check(first_caller);
  EXPECT_THAT(checked, HasReason("signed_in_elsewhere"));
  EXPECT_EQ(checked.message(),
            "Your account was signed in from another device or browser, You are not authorized to access this "
            "resource.");
}

TEST_P(LearnerSignInTest, OfParallelSignInsExactlyOneSessionLives) {
  ALearner(kEmail);
  constexpr int kDevices = 50;
  std::vector<std::string> tokens(kDevices);
  std::atomic<int> succeeded = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> devices;
  for (int i = 0; i < kDevices; ++i) {
    devices.emplace_back([&, i] {
      auto login = Login(kEmail);
      if (!login.ok()) {
        // So many at once look like guesses and are refused, but never leave a half-open session.
        if (absl::IsResourceExhausted(login.status)) ++refused;
        return;
      }
      ++succeeded;
      tokens[i] = login.response.client_token();
    });
  }
  for (std::thread& device : devices) device.join();
  ASSERT_GT(succeeded, 0);
  EXPECT_EQ(succeeded + refused, kDevices);
  int living = 0;
  int taken_over = 0;
  for (const std::string& token : tokens) {
    if (token.empty()) continue;
    std::string reason = ReasonOf(token);
    if (reason.empty()) ++living;
    if (reason == "signed_in_elsewhere") ++taken_over;
  }
  EXPECT_EQ(living, 1);
  EXPECT_EQ(taken_over, succeeded - 1);
}

TEST_P(LearnerSignInTest, SessionsSurviveARestart) {
  ALearner(kEmail);
  std::string token = Login(kEmail).response.client_token();
  Restart();
  EXPECT_EQ(ReasonOf(token), "");
}

TEST_P(LearnerSignInTest, ASessionIsKnownUntilItsLearnerSignsOut) {
  ALearner(kEmail);
  EXPECT_THAT(Check({.session_id = "none"}), HasReason("unauthenticated"));
  Caller caller = CallerOf(Login(kEmail).response.client_token());
  auto checked = Check(caller);
  ASSERT_OK(checked);
  EXPECT_EQ(checked.response.kind(), v1::SESSION_KIND_LEARNER);
  EXPECT_EQ(checked.response.person_id(), caller.id);
  ASSERT_OK(Call(caller, &v1::LearnerSignIn::Stub::LogoutLearner, v1::LogoutLearnerRequest()));
  EXPECT_THAT(Check(caller), HasReason("logout"));
}

TEST_P(LearnerSignInTest, RecoveryGoesFromMailToNewPasswordAndEndsSessions) {
  ALearner(kEmail);
  std::string token = Login(kEmail).response.client_token();
  auto forgot = Forgot(kEmail);
  ASSERT_OK(forgot);
  std::string handle = forgot.response.result().handle();
  EXPECT_GE(handle.size(), 22u);
  std::string code = CodeIn(NewestMail().text());
  ASSERT_EQ(code.size(), 6u);

  EXPECT_THAT(Reset(handle, "secret2"), HasReason("recovery_not_verified"));
  EXPECT_THAT(Verify(handle, Wrong(code)), HasReason("wrong_code"));
  EXPECT_OK(Verify(handle, code));
  EXPECT_THAT(Reset(handle, "12345"), HasReason("validation_failed"));
  auto reset = Reset(handle, "secret2");
  ASSERT_OK(reset);
  EXPECT_EQ(reset.response.message(), "Password Changed");
  EXPECT_GT(reset.feed_position, 0);
  EXPECT_THAT(Reset(handle, "secret3"), HasReason("recovery_not_verified")) << "a handle is good once";
  EXPECT_EQ(ReasonOf(token), "password_changed");
  EXPECT_THAT(Login(kEmail), HasReason("wrong_password"));
  EXPECT_OK(Login(kEmail, "secret2"));
}

TEST_P(LearnerSignInTest, ForgotPasswordRefusesUnknownUnconfirmedAndRepeated) {
  auto unknown = Forgot("nobody@academy.test");
  EXPECT_THAT(unknown, StatusIs(absl::StatusCode::kNotFound, "user_not_found"));
  SignUp("new@academy.test");
  EXPECT_THAT(Forgot("new@academy.test"), HasReason("not_activated"));
  ALearner(kEmail);
  ASSERT_OK(Forgot(kEmail));
  auto again = Forgot(kEmail);
  EXPECT_THAT(again, StatusIs(absl::StatusCode::kAlreadyExists, "code_already_sent"));
  EXPECT_EQ(again.message(), "Code verification already send to this email");
  clock_.Advance(10 * kMinute);
  EXPECT_OK(Forgot(kEmail));
}

TEST_P(LearnerSignInTest, WhoLostTheCodeGetsAnotherAtMostOnceAMinute) {
  ALearner(kEmail);
  std::string first = Forgot(kEmail).response.result().handle();
  std::string code = CodeIn(NewestMail().text());
  auto at_once = Forgot(kEmail, /*again=*/true);
  EXPECT_THAT(at_once, StatusIs(absl::StatusCode::kResourceExhausted, "too_many_attempts"));
  EXPECT_EQ(DetailOf(at_once.status).retry_after_seconds, 60);
  clock_.Advance(kMinute);
  auto again = Forgot(kEmail, /*again=*/true);
  ASSERT_OK(again);
  std::string second = again.response.result().handle();
  EXPECT_NE(NewestMail().text().find("#handle=" + second), std::string::npos) << NewestMail().text();
  EXPECT_OK(Verify(second, CodeIn(NewestMail().text())));
  EXPECT_OK(Verify(first, code)) << "a mail that comes late is still good for its own handle";
  EXPECT_OK(Reset(second, "secret2"));
  EXPECT_THAT(Reset(first, "secret3"), HasReason("recovery_not_verified")) << "one code, one new password";
}

TEST_P(LearnerSignInTest, WhoWasRemovedDuringARecoveryIsToldSo) {
  std::string id = ALearner(kEmail);
  std::string handle = Forgot(kEmail).response.result().handle();
  ASSERT_OK(Verify(handle, CodeIn(NewestMail().text())));
  v1::DeleteLearnerRequest remove;
  remove.set_learner_id(id);
  ASSERT_OK(Call(Service(), &v1::Learners::Stub::DeleteLearner, remove));
  auto reset = Reset(handle, "secret2");
  EXPECT_THAT(reset, StatusIs(absl::StatusCode::kNotFound, "user_not_found"));
  EXPECT_EQ(reset.message(), "The user could not be found.");
}

TEST_P(LearnerSignInTest, FiveWrongCodesKillTheHandle) {
  ALearner(kEmail);
  std::string handle = Forgot(kEmail).response.result().handle();
  std::string code = CodeIn(NewestMail().text());
  for (int i = 0; i < 5; ++i) EXPECT_THAT(Verify(handle, Wrong(code)), HasReason("wrong_code"));
  EXPECT_THAT(Verify(handle, code), HasReason("wrong_code"));
  EXPECT_OK(Forgot(kEmail)) << "a dead code does not hold up a new one";
}

TEST_P(LearnerSignInTest, CodesAndVerifiedHandlesAreGoodForTenMinutes) {
  ALearner(kEmail);
  std::string handle = Forgot(kEmail).response.result().handle();
  std::string code = CodeIn(NewestMail().text());
  clock_.Advance(10 * kMinute - absl::Milliseconds(1));
  ASSERT_OK(Verify(handle, code));
  clock_.Advance(10 * kMinute);
  EXPECT_THAT(Reset(handle, "secret2"), HasReason("recovery_not_verified"));
  handle = Forgot(kEmail).response.result().handle();
  code = CodeIn(NewestMail().text());
  clock_.Advance(10 * kMinute);
  EXPECT_THAT(Verify(handle, code), HasReason("wrong_code"));
}

TEST_P(LearnerSignInTest, TenRecoveryCodesADay) {
  ALearner(kEmail);
  for (int i = 0; i < 10; ++i) {
    ASSERT_OK(Forgot(kEmail)) << i;
    clock_.Advance(10 * kMinute);
  }
  auto eleventh = Forgot(kEmail);
  EXPECT_THAT(eleventh, StatusIs(absl::StatusCode::kResourceExhausted));
  EXPECT_GT(DetailOf(eleventh.status).retry_after_seconds, 0);
}

TEST_P(LearnerSignInTest, OwnPasswordChangesWithTheCurrentOne) {
  ALearner(kEmail);
  Caller caller = CallerOf(Login(kEmail).response.client_token());
  v1::ChangeLearnerPasswordRequest request;
  request.set_password("wrong-one");
  request.set_new_password("secret2");
  EXPECT_THAT(Call(caller, &v1::Profile::Stub::ChangeLearnerPassword, request), HasReason("wrong_password"));
  request.set_password("secret1");
  auto changed = Call(caller, &v1::Profile::Stub::ChangeLearnerPassword, request);
  ASSERT_OK(changed);
  EXPECT_EQ(changed.response.message(), "Password Changed");
  EXPECT_OK(Check(caller)) << "this session goes on";
  EXPECT_OK(Login(kEmail, "secret2"));
}

TEST_P(LearnerSignInTest, OwnProfileKeepsAbsentFieldsAndAnEmptyPassword) {
  ALearner(kEmail);
  Caller caller = CallerOf(Login(kEmail).response.client_token());
  v1::UpdateProfileRequest request;
  request.set_phonenumber("+966 50 123 4567");
  auto updated = Call(caller, &v1::Profile::Stub::UpdateProfile, request);
  ASSERT_OK(updated);
  EXPECT_EQ(updated.response.result().fullname(), "Layla Hassan");
  auto info = Call(caller, &v1::Profile::Stub::GetProfile, v1::GetProfileRequest());
  EXPECT_EQ(info.response.result().phonenumber(), "+966 50 123 4567");
  EXPECT_OK(Login(kEmail));
  EXPECT_EQ(Events()[0].learner_changed().learner_id(), caller.id);
}

TEST_P(LearnerSignInTest, PasswordsAreTheSameInEveryUnicodeForm) {
  ASSERT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp(kEmail, "cafe\u0301 aux")));
  Activate(kEmail, ParameterIn(NewestMail().text(), "token"));
  EXPECT_OK(Login(kEmail, "caf\u00e9 aux"));
}

}  // namespace
}  // namespace academy::auth

#include <atomic>
#include <thread>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

class ManagerSignInTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  Reply<v1::LoginManagerResponse> SignIn(const std::string& email, const std::string& password = "secret1") {
    return Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin(email, password));
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, ManagerSignInTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(ManagerSignInTest, CallsWithoutTheInternalCredentialAreUnauthenticated) {
  v1::ManagerSignIn::Stub stub(channel_);
  grpc::ClientContext context;
  v1::CheckSignUpResponse response;
  EXPECT_EQ(stub.CheckSignUp(&context, {}, &response).error_code(), grpc::StatusCode::UNAUTHENTICATED);
}

TEST_P(ManagerSignInTest, FirstSignUpSucceedsAndTheSecondIsNotAllowed) {
  EXPECT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::CheckSignUp, v1::CheckSignUpRequest()));
  auto first = Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp("Mona@Academy.test"));
  ASSERT_OK(first);
  EXPECT_EQ(first.response.result().email(), "Mona@Academy.test");
  EXPECT_FALSE(first.response.result().has_last_login());

  auto second = Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp("other@academy.test"));
  EXPECT_THAT(second, StatusIs(absl::StatusCode::kPermissionDenied, "signup_not_allowed"));
  EXPECT_THAT(Call(Anonymous(), &v1::ManagerSignIn::Stub::CheckSignUp, v1::CheckSignUpRequest()),
              HasReason("signup_not_allowed"));
}

TEST_P(ManagerSignInTest, OfRacingFirstSignUpsExactlyOneWins) {
  constexpr int kRacers = 50;
  std::atomic<int> won = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> racers;
  for (int i = 0; i < kRacers; ++i) {
    racers.emplace_back([&, i] {
      auto answer = Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager,
                         ManagerSignUp("racer" + std::to_string(i) + "@academy.test"));
      if (answer.ok()) ++won;
      if (answer.reason() == "signup_not_allowed") ++refused;
    });
  }
  for (std::thread& racer : racers) racer.join();
  EXPECT_EQ(won, 1);
  EXPECT_EQ(refused, kRacers - 1);
}

TEST_P(ManagerSignInTest, SignUpIsAllowedAlwaysWhenTheServerPermitsIt) {
  options().allow_manager_signup = true;
  Restart();
  EXPECT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp("a@academy.test")));
  EXPECT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp("b@academy.test")));
  auto taken = Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp("A@ACADEMY.test"));
  EXPECT_THAT(taken, StatusIs(absl::StatusCode::kAlreadyExists, "email_taken"));
  EXPECT_EQ(taken.message(), "E-Mail address already exists!");
}

TEST_P(ManagerSignInTest, ShortPasswordIsRefusedByFieldAndText) {
  auto answer = Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp("a@academy.test", "12345"));
  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kInvalidArgument, "validation_failed"));
  EXPECT_EQ(answer.message(), "Password must be 6 characters minimum");
  ErrorDetail detail = DetailOf(answer.status);
  ASSERT_EQ(detail.fields.size(), 1u);
  EXPECT_EQ(detail.fields[0].field, "password");
  EXPECT_EQ(detail.fields[0].code, "password_too_short");
}

TEST_P(ManagerSignInTest, LoginTellsThePreviousSignInAndEightHours) {
  AManager("mona@academy.test");
  UnixMillis first = clock_.Now();
  clock_.Advance(absl::Minutes(1));
  auto again = SignIn("MONA@academy.test");
  ASSERT_OK(again);
  EXPECT_EQ(again.response.expires_in(), 28800);
  EXPECT_EQ(again.response.token().size(), 43u);
  EXPECT_EQ(again.response.result().last_login(), FormatTime(first));
}

TEST_P(ManagerSignInTest, FirstLoginHasNoLastLogin) {
  Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp("mona@academy.test"));
  EXPECT_FALSE(SignIn("mona@academy.test").response.result().has_last_login());
}

TEST_P(ManagerSignInTest, UnknownEmailAndWrongPasswordHaveTheirTexts) {
  AManager("mona@academy.test");
  auto unknown = SignIn("nobody@academy.test");
  EXPECT_THAT(unknown, StatusIs(absl::StatusCode::kUnauthenticated, "user_not_found"));
  EXPECT_EQ(unknown.message(), "A user with this email could not be found.");
  auto wrong = SignIn("mona@academy.test", "wrong-one");
  EXPECT_THAT(wrong, StatusIs(absl::StatusCode::kUnauthenticated, "wrong_password"));
  EXPECT_EQ(wrong.message(), "You have entered a wrong password");
}

TEST_P(ManagerSignInTest, SessionExpiresAfterEightHoursAndTheFeedHearsOfIt) {
  Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp("mona@academy.test"));
  std::string token = SignIn("mona@academy.test").response.token();
  clock_.Advance(absl::Hours(8) - absl::Milliseconds(1));
  EXPECT_EQ(ReasonOf(token), "");
  std::string session = CallerOf(token).session_id;
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_EQ(ReasonOf(token), "expired");
  ASSERT_OK(auth_->Sweep());
  EXPECT_EQ(ReasonOf(token), "expired");
  std::vector<v1::Event> events = Events();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].session_ended().session_id(), session);
  EXPECT_EQ(events[0].session_ended().reason(), "expired");
  EXPECT_EQ(events[0].session_ended().kind(), v1::SESSION_KIND_MANAGER);
}

TEST_P(ManagerSignInTest, ChangingThePasswordEndsTheOtherSessionsOnly) {
  Caller here = AManager("mona@academy.test");
  std::string elsewhere = SignIn("mona@academy.test").response.token();
  v1::ChangeManagerPasswordRequest request;
  request.set_password("wrong-one");
  request.set_new_password("secret2");
  EXPECT_THAT(Call(here, &v1::ManagerSignIn::Stub::ChangeManagerPassword, request), HasReason("wrong_password"));
  request.set_password("secret1");
  auto changed = Call(here, &v1::ManagerSignIn::Stub::ChangeManagerPassword, request);
  ASSERT_OK(changed);
  EXPECT_TRUE(changed.response.success());
  EXPECT_EQ(changed.response.msg(), "Password Changed");
  EXPECT_GT(changed.feed_position, 0);
  EXPECT_EQ(ReasonOf(elsewhere), "password_changed");
  EXPECT_OK(Call(here, &v1::ManagerSignIn::Stub::CheckManager, v1::CheckManagerRequest()));
  EXPECT_THAT(SignIn("mona@academy.test"), HasReason("wrong_password"));
  EXPECT_OK(SignIn("mona@academy.test", "secret2"));
}

TEST_P(ManagerSignInTest, LogoutEndsTheSession) {
  Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp("mona@academy.test"));
  std::string token = SignIn("mona@academy.test").response.token();
  Caller caller = CallerOf(token);
  auto logout = Call(caller, &v1::ManagerSignIn::Stub::LogoutManager, v1::LogoutManagerRequest());
  ASSERT_OK(logout);
  EXPECT_EQ(ReasonOf(token), "logout");
  EXPECT_EQ(Events().back().position(), logout.feed_position);
}

TEST_P(ManagerSignInTest, LearnersAndVisitorsAreNoManagers) {
  Caller learner{.kind = CallerKind::kLearner, .id = "x", .session_id = "y"};
  EXPECT_THAT(Call(learner, &v1::ManagerSignIn::Stub::CheckManager, v1::CheckManagerRequest()),
              StatusIs(absl::StatusCode::kPermissionDenied));
  EXPECT_THAT(Call(Anonymous(), &v1::ManagerSignIn::Stub::CheckManager, v1::CheckManagerRequest()),
              StatusIs(absl::StatusCode::kUnauthenticated));
}

TEST_P(ManagerSignInTest, ManagersAreListedRegisteredResetAndDeleted) {
  Caller mona = AManager("mona@academy.test");
  v1::DeleteManagerRequest remove;
  remove.set_manager_id(mona.id);
  EXPECT_THAT(Call(mona, &v1::Managers::Stub::DeleteManager, remove), HasReason("last_manager"));

  v1::CreateManagerRequest add;
  add.set_email("omar@academy.test");
  add.set_password("secret1");
  add.set_fullname("Omar");
  auto added = Call(mona, &v1::Managers::Stub::CreateManager, add);
  ASSERT_OK(added);
  EXPECT_THAT(Call(mona, &v1::Managers::Stub::CreateManager, add), HasReason("email_taken"));
  EXPECT_EQ(Call(mona, &v1::Managers::Stub::ListManagers, v1::ListManagersRequest()).response.result_size(), 2);
  EXPECT_THAT(Call(mona, &v1::Managers::Stub::DeleteManager, remove), HasReason("cannot_delete_self"));

  std::string token = SignIn("omar@academy.test").response.token();
  v1::UpdateManagerPasswordRequest reset;
  reset.set_manager_id(added.response.result().id());
  reset.set_password("secret2");
  ASSERT_OK(Call(mona, &v1::Managers::Stub::UpdateManagerPassword, reset));
  EXPECT_EQ(ReasonOf(token), "password_changed");

  token = SignIn("omar@academy.test", "secret2").response.token();
  remove.set_manager_id(added.response.result().id());
  ASSERT_OK(Call(mona, &v1::Managers::Stub::DeleteManager, remove));
  EXPECT_EQ(ReasonOf(token), "removed");
  auto gone = Call(mona, &v1::Managers::Stub::DeleteManager, remove);
  EXPECT_THAT(gone, StatusIs(absl::StatusCode::kNotFound, "manager_not_found"));
}

}  // namespace
}  // namespace academy::auth

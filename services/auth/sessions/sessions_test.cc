#include <thread>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "layla@academy.test";
constexpr absl::Duration kDay = absl::Hours(24);
constexpr absl::Duration kEightHours = absl::Hours(8);

class SessionsTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  Caller Learner(const std::string& email = kEmail, const std::string& peer = "", const std::string& device = "") {
    auto login = Login(email, "secret1", {.remote_address = peer, .device = device});
    EXPECT_OK(login);
    return CallerOf(login.response.client_token());
  }
  std::vector<v1::PersonSession> Own(const Caller& caller) {
    auto answer = Call(caller, &v1::LearnerSessions::Stub::ListOwnSessions, v1::ListOwnSessionsRequest());
    EXPECT_OK(answer);
    return {answer.response.result().begin(), answer.response.result().end()};
  }
  Reply<v1::EndOwnSessionResponse> EndOwn(const Caller& caller, const std::string& session_id) {
    v1::EndOwnSessionRequest request;
    request.set_session_id(session_id);
    return Call(caller, &v1::LearnerSessions::Stub::EndOwnSession, request);
  }
  Reply<v1::ListLearnerSessionsResponse> OfUser(const Caller& caller, const std::string& learner_id) {
    v1::ListLearnerSessionsRequest request;
    request.set_learner_id(learner_id);
    return Call(caller, &v1::LearnerSessions::Stub::ListLearnerSessions, request);
  }
  Reply<v1::SignOutLearnerResponse> SignOut(const Caller& caller, const std::string& learner_id) {
    v1::SignOutLearnerRequest request;
    request.set_learner_id(learner_id);
    return Call(caller, &v1::LearnerSessions::Stub::SignOutLearner, request);
  }
  std::vector<v1::PersonSession> OfManager(const Caller& caller) {
    auto answer = Call(caller, &v1::ManagerSessions::Stub::ListManagerSessions, v1::ListManagerSessionsRequest());
    EXPECT_OK(answer);
    return {answer.response.result().begin(), answer.response.result().end()};
  }
  Reply<v1::EndManagerSessionResponse> EndManager(const Caller& caller, const std::string& session_id) {
    v1::EndManagerSessionRequest request;
    request.set_session_id(session_id);
    return Call(caller, &v1::ManagerSessions::Stub::EndManagerSession, request);
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, SessionsTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(SessionsTest, ALearnerSeesWhenFromWhereAndWithWhatSignInsWereMade) {
  ALearner(kEmail);
  Caller first = Learner(kEmail, "203.0.113.7", "Firefox");
  UnixMillis begun = clock_.Now();
  clock_.Advance(absl::Seconds(1));
  Caller second = Learner(kEmail, "2001:db8::1", "Safari");

  std::vector<v1::PersonSession> sessions = Own(second);
  ASSERT_EQ(sessions.size(), 2u);
  EXPECT_EQ(sessions[0].id(), second.session_id);
  EXPECT_TRUE(sessions[0].current());
  EXPECT_FALSE(sessions[0].has_ended_at());
  EXPECT_FALSE(sessions[0].has_reason());
  EXPECT_EQ(sessions[0].remote_address(), "2001:db8::1");
  EXPECT_EQ(sessions[0].device(), "Safari");
  EXPECT_EQ(sessions[1].id(), first.session_id);
  EXPECT_FALSE(sessions[1].current());
  EXPECT_EQ(sessions[1].created_at(), FormatTime(begun));
  EXPECT_EQ(sessions[1].ended_at(), FormatTime(clock_.Now()));
  EXPECT_EQ(sessions[1].reason(), "signed_in_elsewhere");
  EXPECT_EQ(sessions[1].remote_address(), "203.0.113.7");
  EXPECT_EQ(sessions[1].device(), "Firefox");
}

TEST_P(SessionsTest, WhoWasSignedOutByANewerSignInIsToldWhenAndWithWhat) {
  ALearner(kEmail);
  auto find = [&](const Caller& caller, const std::string& token) {
    v1::FindTakeoverRequest request;
    request.set_token(token);
    return Call(caller, &v1::Sessions::Stub::FindTakeover, request);
  };
  std::string first = Login(kEmail).response.client_token();
  EXPECT_THAT(find(Service(), first), HasReason("session_not_found")) << "it lives";
  clock_.Advance(absl::Seconds(1));
  UnixMillis taken_over = clock_.Now();
  std::string second = Login(kEmail, "secret1", {.device = "Tablet"}).response.client_token();
  clock_.Advance(absl::Seconds(1));
  Login(kEmail, "secret1", {.device = "Phone"});

  auto told = find(Service(), first);
  ASSERT_OK(told);
  EXPECT_EQ(told.response.takeover().device(), "Tablet") << "not whoever came later";
  EXPECT_EQ(told.response.takeover().signed_in_at(), FormatTime(taken_over));
  EXPECT_EQ(find(Service(), second).response.takeover().device(), "Phone");
  EXPECT_THAT(find(Anonymous(), first), testing::Not(IsOk()));
  EXPECT_THAT(find(Service(), "unknown"), HasReason("session_not_found"));
}

TEST_P(SessionsTest, ALearnerEndsOwnSessionsOnly) {
  ALearner(kEmail);
  ALearner("other@academy.test", "Omar");
  auto login = Login(kEmail);
  Caller layla = CallerOf(login.response.client_token());
  Caller omar = Learner("other@academy.test");
  auto foreign = EndOwn(layla, omar.session_id);
  EXPECT_THAT(foreign, StatusIs(absl::StatusCode::kNotFound, "session_not_found"));
  EXPECT_THAT(EndOwn(layla, "unknown"), HasReason("session_not_found"));
  EXPECT_THAT(EndOwn(layla, ""), HasReason("validation_failed"));

  auto ended = EndOwn(layla, layla.session_id);
  ASSERT_OK(ended);
  EXPECT_EQ(ReasonOf(login.response.client_token()), "logout");
  EXPECT_EQ(Events().back().position(), ended.feed_position);
  EXPECT_OK(EndOwn(layla, layla.session_id)) << "ending twice succeeds";
}

TEST_P(SessionsTest, AManagerSeesALearnersSessionsAndSignsTheLearnerOut) {
  std::string id = ALearner(kEmail);
  Caller manager = AManager();
  auto none = OfUser(manager, id);
  ASSERT_OK(none);
  EXPECT_EQ(none.response.message(), "No data found.");
  EXPECT_OK(SignOut(manager, id)) << "without a session too";

  std::string token = Login(kEmail).response.client_token();
  auto one = OfUser(manager, id);
  ASSERT_EQ(one.response.result_size(), 1);
  EXPECT_FALSE(one.response.result(0).has_ended_at());
  EXPECT_FALSE(one.response.result(0).current());

  auto out = SignOut(manager, id);
  ASSERT_OK(out);
  EXPECT_EQ(ReasonOf(token), "signed_out_by_manager");
  std::vector<v1::Event> events = Events();
  EXPECT_EQ(events.back().position(), out.feed_position);
  EXPECT_EQ(events.back().session_ended().reason(), "signed_out_by_manager");
  EXPECT_EQ(OfUser(manager, id).response.result(0).reason(), "signed_out_by_manager");
  EXPECT_OK(Login(kEmail)) << "a sign-out is no ban";
}

TEST_P(SessionsTest, UnknownLearnersAreNotFoundAndOthersMayNotAsk) {
  ALearner(kEmail);
  Caller manager = AManager();
  Caller learner = Learner();
  EXPECT_THAT(OfUser(manager, "unknown"), HasReason("user_not_found"));
  EXPECT_THAT(SignOut(manager, "unknown"), HasReason("user_not_found"));
  EXPECT_THAT(OfUser(manager, ""), HasReason("validation_failed"));
  EXPECT_THAT(OfUser(learner, learner.id), HasReason("forbidden"));
  EXPECT_THAT(SignOut(learner, learner.id), HasReason("forbidden"));
  EXPECT_THAT(SignOut(Anonymous(), learner.id), HasReason("unauthenticated"));
  EXPECT_OK(OfUser(Service(), learner.id));
  EXPECT_OK(SignOut(Service(), learner.id));
  EXPECT_THAT(Call(manager, &v1::LearnerSessions::Stub::ListOwnSessions, v1::ListOwnSessionsRequest()),
              HasReason("forbidden"));
  EXPECT_THAT(Call(learner, &v1::ManagerSessions::Stub::ListManagerSessions, v1::ListManagerSessionsRequest()),
              HasReason("forbidden"));
}

TEST_P(SessionsTest, AManagerHasManySessionsAndEndsOneOfThem) {
  Caller here = AManager("mona@academy.test");
  Caller omar = AManager("omar@academy.test");
  clock_.Advance(absl::Seconds(1));
  auto login = Call(Caller{.remote_address = "203.0.113.7", .device = "Chrome"}, &v1::ManagerSignIn::Stub::LoginManager,
                    ManagerLogin("mona@academy.test"));
  Caller there = CallerOf(login.response.token());

  std::vector<v1::PersonSession> sessions = OfManager(here);
  ASSERT_EQ(sessions.size(), 2u);
  EXPECT_EQ(sessions[0].id(), there.session_id);
  EXPECT_EQ(sessions[0].device(), "Chrome");
  EXPECT_FALSE(sessions[0].current());
  EXPECT_TRUE(sessions[1].current());

  EXPECT_THAT(EndManager(here, omar.session_id), HasReason("session_not_found"));
  auto ended = EndManager(here, there.session_id);
  ASSERT_OK(ended);
  EXPECT_EQ(ReasonOf(login.response.token()), "logout");
  EXPECT_EQ(Events().back().position(), ended.feed_position);
  EXPECT_EQ(OfManager(here)[0].reason(), "logout");
  EXPECT_FALSE(OfManager(here)[1].has_ended_at());
}

TEST_P(SessionsTest, AManagersSessionShowsAsExpiredBeforeAnySweep) {
  AManager("mona@academy.test");
  clock_.Advance(absl::Seconds(1));
  Caller here = AManager("mona@academy.test");
  clock_.Advance(kEightHours - absl::Seconds(1));
  std::vector<v1::PersonSession> sessions = OfManager(here);
  ASSERT_EQ(sessions.size(), 2u);
  EXPECT_FALSE(sessions[0].has_ended_at());
  EXPECT_EQ(sessions[1].reason(), "expired");
  EXPECT_EQ(sessions[1].ended_at(), FormatTime(clock_.Now()));
}

TEST_P(SessionsTest, TheLastFiftyEndedSessionsStayHoweverOld) {
  ALearner(kEmail);
  for (int i = 0; i < 55; ++i) {
    clock_.Advance(absl::Seconds(1));
    Learner();
  }
  EXPECT_EQ(Own(Learner()).size(), 51u) << "the one that lives and fifty that ended";
  clock_.Advance(200 * kDay);
  ASSERT_OK(auth_->Sweep());
  EXPECT_EQ(Own(Learner()).size(), 51u);
}

TEST_P(SessionsTest, RemovalKeepsTheSignInsAndThePurgeForgetsThem) {
  std::string id = ALearner(kEmail);
  std::string first = Login(kEmail).response.client_token();
  std::string second = Login(kEmail).response.client_token();
  v1::DeleteLearnerRequest request;
  request.set_learner_id(id);
  Caller manager = AManager();
  ASSERT_OK(Call(manager, &v1::Learners::Stub::DeleteLearner, request));
  EXPECT_EQ(ReasonOf(first), "signed_in_elsewhere");
  EXPECT_EQ(ReasonOf(second), "removed");
  v1::PurgeLearnerRequest purge;
  purge.set_learner_id(id);
  ASSERT_OK(Call(manager, &v1::LearnerBin::Stub::PurgeLearner, purge));
  EXPECT_EQ(ReasonOf(first), "unauthenticated");
  clock_.Advance(31 * kDay);
  ASSERT_OK(auth_->Sweep());
  EXPECT_EQ(ReasonOf(second), "unauthenticated");
}

}  // namespace
}  // namespace academy::auth

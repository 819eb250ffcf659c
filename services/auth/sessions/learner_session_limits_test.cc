// When learners' sessions end by themselves.
#include <algorithm>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "layla@academy.test";
constexpr absl::Duration kDay = absl::Hours(24);
constexpr absl::Duration kMilli = absl::Milliseconds(1);
constexpr absl::Duration kIdle = absl::Hours(14 * 24);
constexpr absl::Duration kMax = absl::Hours(90 * 24);

class LearnerSessionLimitsTest : public AuthTest {
 protected:
  // Signs a learner in; the token.
  std::string Begin() {
    Start();
    ALearner(kEmail);
    return Login(kEmail).response.client_token();
  }
  Reply<v1::CheckSessionResponse> Check(const std::string& token, bool used) {
    v1::CheckSessionRequest request;
    request.set_token(token);
    request.set_used(used);
    return Call(Service(), &v1::Sessions::Stub::CheckSession, request);
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, LearnerSessionLimitsTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(LearnerSessionLimitsTest, ASessionThatNobodyUsesIsIdleAfterFourteenDays) {
  std::string token = Begin();
  clock_.Advance(kIdle - kMilli);
  EXPECT_EQ(ReasonOf(token), "");
  clock_.Advance(kMilli);
  EXPECT_EQ(ReasonOf(token), "idle") << "before any sweep";
  ASSERT_OK(auth_->Sweep());
  EXPECT_EQ(Events().back().session_ended().reason(), "idle");
  EXPECT_EQ(ReasonOf(token), "idle");
}

TEST_P(LearnerSessionLimitsTest, UsePutsTheEndOffAndALookDoesNot) {
  std::string used = Begin();
  ALearner("omar@academy.test", "Omar");
  std::string looked_at = Login("omar@academy.test").response.client_token();
  clock_.Advance(kIdle - kMilli);
  EXPECT_OK(Check(used, true));
  EXPECT_OK(Check(looked_at, false));
  clock_.Advance(kMilli);
  Restart();
  ASSERT_OK(auth_->Sweep());
  EXPECT_EQ(ReasonOf(looked_at), "idle");
  EXPECT_EQ(ReasonOf(used), "");
  clock_.Advance(kIdle - kMilli);
  EXPECT_EQ(ReasonOf(used), "idle");
}

TEST_P(LearnerSessionLimitsTest, UseIsRecordedOnceAnHour) {
  std::string token = Begin();
  UnixMillis signed_in = clock_.Now();
  clock_.Advance(absl::Hours(1) - kMilli);
  auto early = Check(token, true);
  EXPECT_EQ(early.response.expires_at_ms(), signed_in + kIdle) << "a sign-in is a use";
  EXPECT_EQ(early.response.next_use_ms(), signed_in + absl::Hours(1));
  clock_.Advance(kMilli);
  auto due = Check(token, true);
  EXPECT_EQ(due.response.expires_at_ms(), clock_.Now() + kIdle);
  EXPECT_EQ(due.response.next_use_ms(), clock_.Now() + absl::Hours(1));
}

TEST_P(LearnerSessionLimitsTest, ShorterIdlenessIsMeasuredMoreFinely) {
  options().learner_sessions.idle = absl::Minutes(10);
  std::string token = Begin();
  clock_.Advance(absl::Minutes(1));
  EXPECT_EQ(Check(token, true).response.expires_at_ms(), clock_.Now() + absl::Minutes(10));
}

TEST_P(LearnerSessionLimitsTest, ASessionExpiresAfterNinetyDaysHoweverMuchItIsUsed) {
  std::string token = Begin();
  UnixMillis end = clock_.Now() + kMax;
  while (clock_.Now() < end - kMilli) {
    clock_.Advance(std::min(absl::Milliseconds(end - clock_.Now()) - kMilli, 5 * kDay));
    ASSERT_OK(Check(token, true));
  }
  EXPECT_EQ(Check(token, true).response.expires_at_ms(), end);
  clock_.Advance(kMilli);
  EXPECT_EQ(ReasonOf(token), "expired");
  ASSERT_OK(auth_->Sweep());
  EXPECT_EQ(Events().back().session_ended().reason(), "expired");
}

TEST_P(LearnerSessionLimitsTest, TheListShowsAnIdleSessionAsEndedBeforeAnySweep) {
  std::string token = Begin();
  Caller learner = CallerOf(token);
  UnixMillis end = clock_.Now() + kIdle;
  clock_.Advance(kIdle + kDay);
  v1::ListLearnerSessionsRequest request;
  request.set_learner_id(learner.id);
  auto listed = Call(Service(), &v1::LearnerSessions::Stub::ListLearnerSessions, request);
  ASSERT_EQ(listed.response.result_size(), 1);
  EXPECT_EQ(listed.response.result(0).reason(), "idle");
  EXPECT_EQ(listed.response.result(0).ended_at(), FormatTime(end));
}

TEST_P(LearnerSessionLimitsTest, LimitsOfZeroAreNone) {
  options().learner_sessions = {.idle = absl::ZeroDuration(), .max = absl::ZeroDuration()};
  std::string token = Begin();
  clock_.Advance(1000 * kDay);
  ASSERT_OK(auth_->Sweep());
  auto checked = Check(token, true);
  EXPECT_OK(checked);
  EXPECT_EQ(checked.response.expires_at_ms(), 0);
}

TEST_P(LearnerSessionLimitsTest, AChangedLimitHoldsForSessionsThatAreOpen) {
  std::string token = Begin();
  clock_.Advance(2 * kDay);
  options().learner_sessions.max = 2 * kDay;
  Restart();
  EXPECT_EQ(ReasonOf(token), "expired");
}

TEST_P(LearnerSessionLimitsTest, ASessionOfUnknownUseIsIdleAfterItsNextOne) {
  std::string token = Begin();
  ASSERT_OK(database_->Write([](Transaction& tx) -> absl::Status {
    Execute(tx.sql(), "UPDATE sessions SET last_used_at = 0");
    return absl::OkStatus();
  }));
  clock_.Advance(20 * kDay);
  ASSERT_OK(auth_->Sweep());
  EXPECT_OK(Check(token, true)) << "signed in by a version that did not record it";
  clock_.Advance(kIdle);
  EXPECT_EQ(ReasonOf(token), "idle");
}

TEST_P(LearnerSessionLimitsTest, ManagersSessionsAreNeverIdle) {
  Start();
  options().learner_sessions.idle = absl::Minutes(1);
  Restart();
  AManager();
  auto login = Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin("manager@academy.test"));
  clock_.Advance(absl::Hours(8) - kMilli);
  auto checked = Check(login.response.token(), true);
  EXPECT_OK(checked);
  EXPECT_EQ(checked.response.next_use_ms(), 0);
}

}  // namespace
}  // namespace academy::auth

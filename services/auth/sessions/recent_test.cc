// That a session's token alone hands no account over: the session must be recent, and the password makes it so again.
#include "services/auth/sessions/recent.h"

#include <string>
#include <utility>
#include <vector>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "layla@academy.test";
constexpr char kOwner[] = "mona@academy.test";
constexpr absl::Duration kQuarter = absl::Minutes(15);
constexpr char kRequired[] = "reauthentication_required";

class RecentTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  Caller Learner() { return CallerOf(Login(kEmail).response.client_token()); }

  Reply<v1::ReauthenticateManagerResponse> Again(const Caller& manager, const std::string& password) {
    v1::ReauthenticateManagerRequest request;
    request.set_password(password);
    return Call(manager, &v1::ManagerSignIn::Stub::ReauthenticateManager, request);
  }
  Reply<v1::ReauthenticateLearnerResponse> LearnerAgain(const Caller& learner, const std::string& password) {
    v1::ReauthenticateLearnerRequest request;
    request.set_password(password);
    return Call(learner, &v1::LearnerSignIn::Stub::ReauthenticateLearner, request);
  }

  absl::Status Register(const Caller& manager, const std::string& email) {
    v1::CreateManagerRequest request;
    request.set_email(email);
    request.set_password("secret1");
    request.set_fullname("Omar");
    return Call(manager, &v1::Managers::Stub::CreateManager, request).status;
  }
  absl::Status SetManagerPassword(const Caller& manager, const std::string& id) {
    v1::UpdateManagerPasswordRequest request;
    request.set_manager_id(id);
    request.set_password("stolen1");
    return Call(manager, &v1::Managers::Stub::UpdateManagerPassword, request).status;
  }
  absl::Status DeleteManager(const Caller& manager, const std::string& id) {
    v1::DeleteManagerRequest request;
    request.set_manager_id(id);
    return Call(manager, &v1::Managers::Stub::DeleteManager, request).status;
  }
  absl::Status ChangeManagerPassword(const Caller& manager) {
    v1::ChangeManagerPasswordRequest request;
    request.set_password("secret1");
    request.set_new_password("stolen1");
    return Call(manager, &v1::ManagerSignIn::Stub::ChangeManagerPassword, request).status;
  }
  absl::Status UpdateLearner(const Caller& manager, const std::string& id, const std::string& email,
                             const std::string& password = "") {
    v1::UpdateLearnerRequest request;
    request.set_learner_id(id);
    request.set_email(email);
    request.set_password(password);
    request.set_address("Jeddah");
    return Call(manager, &v1::Learners::Stub::UpdateLearner, request).status;
  }
  absl::Status SetLearnerPassword(const Caller& manager, const std::string& id) {
    v1::UpdateLearnerPasswordRequest request;
    request.set_learner_id(id);
    request.set_password("stolen1");
    return Call(manager, &v1::Learners::Stub::UpdateLearnerPassword, request).status;
  }
  absl::Status BankOf(const Caller& manager, const std::string& id) {
    v1::GetLearnerBankRequest request;
    request.set_learner_id(id);
    return Call(manager, &v1::Bank::Stub::GetLearnerBank, request).status;
  }
  absl::Status OwnBank(const Caller& learner) {
    return Call(learner, &v1::Bank::Stub::GetOwnBank, v1::GetOwnBankRequest()).status;
  }
  absl::Status SetOwnBank(const Caller& learner) {
    v1::UpdateOwnBankRequest request;
    request.set_account_holder("A thief");
    return Call(learner, &v1::Bank::Stub::UpdateOwnBank, request).status;
  }
  absl::Status ChangeLearnerPassword(const Caller& learner) {
    v1::ChangeLearnerPasswordRequest request;
    request.set_password("secret1");
    request.set_new_password("stolen1");
    return Call(learner, &v1::Profile::Stub::ChangeLearnerPassword, request).status;
  }
  absl::Status UpdateProfile(const Caller& learner, const std::string& password) {
    v1::UpdateProfileRequest request;
    request.set_password(password);
    request.set_address("Jeddah");
    return Call(learner, &v1::Profile::Stub::UpdateProfile, request).status;
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, RecentTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(RecentTest, ASignInIsRecentForAQuarterOfAnHour) {
  Caller manager = AManager(kOwner);
  clock_.Advance(kQuarter - absl::Milliseconds(1));
  EXPECT_OK(Register(manager, "first@academy.test"));
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_THAT(Register(manager, "second@academy.test"), StatusIs(absl::StatusCode::kPermissionDenied, kRequired));
}

TEST_P(RecentTest, AnOlderManagersSessionHandsNoAccountOver) {
  std::string id = ALearner(kEmail);
  Caller manager = AManager(kOwner);
  Caller other = AManager("omar@academy.test");
  clock_.Advance(kQuarter);
  const std::vector<std::pair<const char*, absl::Status>> refused = {
      {"registers a manager", Register(manager, "thief@academy.test")},
      {"sets a manager's password", SetManagerPassword(manager, other.id)},
      {"deletes a manager", DeleteManager(manager, other.id)},
      {"changes the own password", ChangeManagerPassword(manager)},
      {"sets a learner's password", SetLearnerPassword(manager, id)},
      {"updates a learner's password", UpdateLearner(manager, id, kEmail, "stolen1")},
      {"updates a learner's e-mail", UpdateLearner(manager, id, "thief@academy.test")},
      {"reads a learner's bank details", BankOf(manager, id)},
  };
  for (const auto& [what, status] : refused) EXPECT_THAT(status, HasReason(kRequired)) << what;

  EXPECT_OK(Login(kEmail)) << "the learner's e-mail and password are what they were";
  for (const char* email : {kOwner, "omar@academy.test"}) {
    EXPECT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin(email))) << email;
  }
  EXPECT_THAT(Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin("thief@academy.test")),
              HasReason("user_not_found"));
}

TEST_P(RecentTest, AnOlderLearnersSessionHandsNoAccountOver) {
  ALearner(kEmail);
  Caller learner = Learner();
  clock_.Advance(kQuarter);
  EXPECT_THAT(ChangeLearnerPassword(learner), HasReason(kRequired));
  EXPECT_THAT(UpdateProfile(learner, "stolen1"), HasReason(kRequired));
  EXPECT_THAT(OwnBank(learner), HasReason(kRequired));
  EXPECT_THAT(SetOwnBank(learner), HasReason(kRequired));

  ASSERT_OK(LearnerAgain(learner, "secret1"));
  auto bank = Call(learner, &v1::Bank::Stub::GetOwnBank, v1::GetOwnBankRequest());
  EXPECT_EQ(bank.response.result().account_holder(), "");
}

TEST_P(RecentTest, WhatHandsNothingOverNeedsNoRecentSession) {
  std::string id = ALearner(kEmail);
  Caller manager = AManager(kOwner);
  Caller learner = Learner();
  clock_.Advance(kQuarter);
  EXPECT_OK(UpdateLearner(manager, id, kEmail));
  EXPECT_OK(UpdateLearner(manager, id, "LAYLA@academy.test")) << "the same address";
  EXPECT_OK(UpdateProfile(learner, ""));
  EXPECT_OK(Call(manager, &v1::Managers::Stub::ListManagers, v1::ListManagersRequest()));
}

TEST_P(RecentTest, ThePasswordMakesASessionRecentAndNoOther) {
  std::string id = ALearner(kEmail);
  Caller here = AManager(kOwner);
  Caller there = AManager(kOwner);
  Caller learner = Learner();
  clock_.Advance(absl::Hours(1));
  ASSERT_OK(Again(here, "secret1"));
  ASSERT_OK(LearnerAgain(learner, "secret1"));
  Restart();
  clock_.Advance(kQuarter - absl::Milliseconds(1));
  EXPECT_OK(BankOf(here, id));
  EXPECT_OK(OwnBank(learner));
  EXPECT_THAT(BankOf(there, id), HasReason(kRequired));
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_THAT(BankOf(here, id), HasReason(kRequired));
  EXPECT_THAT(OwnBank(learner), HasReason(kRequired));
}

TEST_P(RecentTest, SessionsSayHowLongTheyAreRecent) {
  ALearner(kEmail);
  Caller learner = Learner();
  UnixMillis begun = clock_.Now();
  auto list = [&] {
    return Call(learner, &v1::LearnerSessions::Stub::ListOwnSessions, v1::ListOwnSessionsRequest()).response;
  };
  EXPECT_EQ(list().result(0).recent_until(), FormatTime(begun + kQuarter));
  clock_.Advance(absl::Hours(1));
  EXPECT_EQ(list().result(0).recent_until(), FormatTime(begun + kQuarter));
  ASSERT_OK(LearnerAgain(learner, "secret1"));
  EXPECT_EQ(list().result(0).recent_until(), FormatTime(clock_.Now() + kQuarter));
  v1::CheckSessionRequest check;
  check.set_session_id(learner.session_id);
  EXPECT_EQ(Call(Service(), &v1::Sessions::Stub::CheckSession, check).response.recent_until_ms(),
            clock_.Now() + kQuarter);

  learner = Learner();
  ASSERT_EQ(list().result_size(), 2);
  EXPECT_FALSE(list().result(1).has_recent_until()) << "it has ended";
}

TEST_P(RecentTest, AWrongPasswordMakesNothingRecentAndEndsNothing) {
  std::string id = ALearner(kEmail);
  Caller manager = AManager(kOwner);
  Caller learner = Learner();
  clock_.Advance(kQuarter);
  EXPECT_THAT(Again(manager, "secret2"), StatusIs(absl::StatusCode::kUnauthenticated, "wrong_password"));
  EXPECT_THAT(LearnerAgain(learner, "secret2"), StatusIs(absl::StatusCode::kUnauthenticated, "wrong_password"));
  EXPECT_THAT(Again(manager, ""), HasReason("validation_failed"));
  EXPECT_THAT(BankOf(manager, id), HasReason(kRequired));
  EXPECT_THAT(OwnBank(learner), HasReason(kRequired));
  EXPECT_OK(Call(manager, &v1::ManagerSignIn::Stub::CheckManager, v1::CheckManagerRequest()));
  EXPECT_OK(UpdateProfile(learner, ""));
}

TEST_P(RecentTest, GuessesCountAsSignInsDo) {
  ALearner(kEmail);
  Caller manager = AManager(kOwner);
  Caller learner = Learner();
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(Again(manager, "wrong-one"), HasReason("wrong_password"));
    EXPECT_THAT(LearnerAgain(learner, "wrong-one"), HasReason("wrong_password"));
  }
  EXPECT_THAT(Again(manager, "secret1"), HasReason("too_many_attempts"));
  EXPECT_THAT(LearnerAgain(learner, "secret1"), HasReason("too_many_attempts"));
  EXPECT_THAT(Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin(kOwner)),
              HasReason("too_many_attempts"));
  EXPECT_THAT(Login(kEmail), HasReason("too_many_attempts"));
}

TEST_P(RecentTest, ARightPasswordEndsThePauseThatStrangersMade) {
  ALearner(kEmail);
  Caller learner = Learner();
  for (int i = 0; i < 5; ++i) Login(kEmail, "wrong-one");
  ASSERT_THAT(Login(kEmail), HasReason("too_many_attempts"));
  EXPECT_OK(LearnerAgain(learner, "secret1"));
  EXPECT_OK(Login(kEmail));
}

TEST_P(RecentTest, OnlyTheOwnKindOfALiveSessionBecomesRecent) {
  ALearner(kEmail);
  Caller manager = AManager(kOwner);
  Caller learner = Learner();
  EXPECT_THAT(Again(learner, "secret1"), HasReason("forbidden"));
  EXPECT_THAT(LearnerAgain(manager, "secret1"), HasReason("forbidden"));
  EXPECT_THAT(Again(Anonymous(), "secret1"), HasReason("unauthenticated"));
  ASSERT_OK(Call(manager, &v1::ManagerSignIn::Stub::LogoutManager, v1::LogoutManagerRequest()));
  EXPECT_THAT(Again(manager, "secret1"), HasReason("unauthenticated"));
  EXPECT_THAT(Register(manager, "thief@academy.test"), HasReason("logout")) << "ended, though signed in just now";
}

TEST_P(RecentTest, ServicesHaveNoSessionAndNeedNone) {
  EXPECT_OK(Register(Service(), kOwner));
  EXPECT_OK(BankOf(Service(), ALearner(kEmail)));
}

TEST_P(RecentTest, EachReauthenticationLeavesAnEvent) {
  Caller manager = AManager(kOwner);
  Again(manager, "wrong-one");
  ASSERT_OK(Again(manager, "secret1"));
  v1::ListEventsRequest request;
  request.set_limit(2);
  auto events = Call(manager, &v1::Audit::Stub::ListEvents, request).response;
  ASSERT_EQ(events.result_size(), 2);
  EXPECT_EQ(events.result(0).action(), "manager.reauthenticated");
  EXPECT_EQ(events.result(1).action(), "manager.reauthentication_failed");
}

}  // namespace
}  // namespace academy::auth

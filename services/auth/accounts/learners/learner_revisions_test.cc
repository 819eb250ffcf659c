// Revisions of learners, through real stubs, on every available engine.
#include <functional>
#include <thread>
#include <vector>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/base/error_result.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

class LearnerRevisionsTest : public AuthTest {
 protected:
  void SetUp() override {
    Start();
    manager_ = AManager();
    id_ = ALearner();
  }

  v1::Learner Now() {
    v1::GetLearnerRequest request;
    request.set_learner_id(id_);
    auto answer = Call(manager_, &v1::Learners::Stub::GetLearner, request);
    EXPECT_OK(answer);
    return answer.response.result();
  }
  // The same learner as the whole list, which is written by hand, has it.
  v1::Learner Listed() {
    auto answer = Call(manager_, &v1::Learners::Stub::ListLearners, v1::ListLearnersRequest());
    EXPECT_OK(answer);
    return answer.response.result(0);
  }
  v1::UpdateLearnerRequest Update(const std::string& fullname, std::optional<int64_t> revision = std::nullopt) {
    v1::UpdateLearnerRequest request;
    request.set_learner_id(id_);
    request.set_fullname(fullname);
    if (revision.has_value()) request.set_revision(*revision);
    return request;
  }
  Reply<v1::UpdateLearnerResponse> Send(const v1::UpdateLearnerRequest& request) {
    return Call(manager_, &v1::Learners::Stub::UpdateLearner, request);
  }
  Reply<v1::UpdateActivationResponse> Activate(bool active, std::optional<int64_t> revision = std::nullopt) {
    v1::UpdateActivationRequest request;
    request.set_learner_id(id_);
    request.set_active(active);
    if (revision.has_value()) request.set_revision(*revision);
    return Call(manager_, &v1::Learners::Stub::UpdateActivation, request);
  }
  Reply<v1::BulkChangeLearnersResponse> BulkChange(const std::string& action) {
    v1::BulkChangeLearnersRequest request;
    request.add_learner_ids(id_);
    request.set_action(action);
    return Call(manager_, &v1::Learners::Stub::BulkChangeLearners, request);
  }
  Reply<v1::UpdateProfileResponse> SendProfile(const std::string& address,
                                               std::optional<int64_t> revision = std::nullopt) {
    v1::UpdateProfileRequest request;
    request.set_address(address);
    if (revision.has_value()) request.set_revision(*revision);
    Caller learner{.kind = CallerKind::kLearner, .id = id_, .session_id = "s"};
    return Call(learner, &v1::Profile::Stub::UpdateProfile, request);
  }
  // Refused with the learner of now, whom nothing has changed.
  void ExpectChangedMeanwhile(const absl::Status& status, const v1::Learner& before) {
    EXPECT_THAT(status, HasReason("changed_meanwhile"));
    v1::Learner result;
    ASSERT_TRUE(result.ParseFromString(ResultOf(status)));
    EXPECT_EQ(result.SerializeAsString(), before.SerializeAsString());
    EXPECT_EQ(Now().SerializeAsString(), before.SerializeAsString());
  }

  Caller manager_;
  std::string id_;
};
INSTANTIATE_TEST_SUITE_P(Engines, LearnerRevisionsTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(LearnerRevisionsTest, EveryChangeCountsOnce) {
  struct Change {
    const char* name;
    std::function<absl::Status()> make;
    int counts = 1;
  };
  const std::vector<Change> changes = {
      {"by a manager", [&] { return Send(Update("Layla")).status; }},
      {"by the learner", [&] { return SendProfile("Riyadh").status; }},
      {"deactivated", [&] { return Activate(false).status; }},
      {"deactivated again", [&] { return Activate(false).status; }, 0},
      {"activated", [&] { return Activate(true).status; }},
      {"deactivated with others", [&] { return BulkChange("deactivate").status; }},
      {"activated with others", [&] { return BulkChange("activate").status; }},
      {"signed out with others", [&] { return BulkChange("sign-out").status; }, 0},
      {"imported",
       [&] {
         v1::ImportLearnersRequest request;
         v1::ImportLearnersRequest::Row& row = *request.add_rows();
         row.set_email("learner@academy.test");
         row.set_phonenumber("0501234567");
         return Call(manager_, &v1::LearnerImport::Stub::ImportLearners, request).status;
       }},
      {"signed in", [&] { return Login("learner@academy.test").status; }, 0},
      {"a new password alone",
       [&] {
         v1::UpdateLearnerPasswordRequest request;
         request.set_learner_id(id_);
         request.set_password("secret2");
         return Call(manager_, &v1::Learners::Stub::UpdateLearnerPassword, request).status;
       },
       0},
  };
  EXPECT_EQ(Now().revision(), 1);
  for (const Change& change : changes) {
    SCOPED_TRACE(change.name);
    int64_t before = Now().revision();
    ASSERT_OK(change.make());
    EXPECT_EQ(Now().revision(), before + change.counts);
    EXPECT_EQ(Listed().SerializeAsString(), Now().SerializeAsString());
  }
}

TEST_P(LearnerRevisionsTest, AnswersCarryTheNewRevision) {
  EXPECT_EQ(Send(Update("Layla")).response.result().revision(), 2);
  EXPECT_EQ(SendProfile("Riyadh").response.result().revision(), 3);
  EXPECT_EQ(Activate(false).response.result().revision(), 4);
  EXPECT_EQ(Activate(false).response.result().revision(), 4);
}

TEST_P(LearnerRevisionsTest, WhoeverHasNotSeenAChangeDoesNotOverwriteIt) {
  const int64_t opened = Now().revision();
  ASSERT_OK(Send(Update("First", opened)));
  const v1::Learner stands = Now();
  ExpectChangedMeanwhile(Send(Update("Second", opened)).status, stands);
  ExpectChangedMeanwhile(SendProfile("Jeddah", opened).status, stands);
  ExpectChangedMeanwhile(Activate(false, opened).status, stands);
  ASSERT_OK(Send(Update("Second", stands.revision())));
  ASSERT_OK(SendProfile("Jeddah", stands.revision() + 1));
  ASSERT_OK(Activate(false, stands.revision() + 2));
  EXPECT_EQ(Now().fullname(), "Second");
}

TEST_P(LearnerRevisionsTest, WhatAnotherManagerHasSwitchedAlreadyIsNoConflict) {
  const int64_t opened = Now().revision();
  ASSERT_OK(Activate(false, opened));
  auto again = Activate(false, opened);
  ASSERT_OK(again);
  EXPECT_EQ(again.response.result().revision(), opened + 1);
  ExpectChangedMeanwhile(Activate(true, opened).status, Now());
}

TEST_P(LearnerRevisionsTest, WithoutARevisionTheLastOneWins) {
  ASSERT_OK(Send(Update("First")));
  ASSERT_OK(Send(Update("Second")));
  EXPECT_EQ(Now().fullname(), "Second");
}

TEST_P(LearnerRevisionsTest, OfRacingManagersOneComesFirst) {
  constexpr int kRounds = 20;
  for (int round = 0; round < kRounds; ++round) {
    const int64_t opened = Now().revision();
    std::vector<absl::Status> answers(2);
    std::vector<std::thread> managers;
    for (int i = 0; i < 2; ++i) {
      managers.emplace_back([&, i] { answers[i] = Send(Update("Manager " + std::to_string(i), opened)).status; });
    }
    for (std::thread& manager : managers) manager.join();
    int winner = answers[0].ok() ? 0 : 1;
    EXPECT_OK(answers[winner]);
    EXPECT_THAT(answers[1 - winner], HasReason("changed_meanwhile"));
    EXPECT_EQ(Now().fullname(), "Manager " + std::to_string(winner));
    EXPECT_EQ(Now().revision(), opened + 1);
  }
}

}  // namespace
}  // namespace academy::auth

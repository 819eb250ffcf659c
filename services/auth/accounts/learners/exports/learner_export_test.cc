#include "academy/auth/v1/learner_export.grpc.pb.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

class LearnerExportTest : public AuthTest {
 protected:
  void SetUp() override {
    Start();
    manager_ = AManager();
  }

  Reply<v1::RecordLearnerExportResponse> Record(const Caller& caller, const v1::RecordLearnerExportRequest& request) {
    return Call(caller, &v1::LearnerExport::Stub::RecordExport, request);
  }
  // Newest first.
  std::vector<v1::AuditEvent> Exports() {
    v1::ListEventsRequest request;
    request.set_action("learner.exported");
    auto answer = Call(manager_, &v1::Audit::Stub::ListEvents, request);
    EXPECT_OK(answer);
    return {answer.response.result().begin(), answer.response.result().end()};
  }

  Caller manager_;
};
INSTANTIATE_TEST_SUITE_P(Engines, LearnerExportTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(LearnerExportTest, AnExportIsRecordedWithItsManagerAndExtent) {
  v1::RecordLearnerExportRequest request;
  request.set_learners(1200);
  request.set_search("layla");
  request.set_courses(true);
  ASSERT_OK(Record(manager_, request));
  std::vector<v1::AuditEvent> events = Exports();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].actor().id(), manager_.id);
  EXPECT_EQ(events[0].subject().kind(), "learner");
  EXPECT_EQ(events[0].subject().id(), "");
  EXPECT_EQ(events[0].details().at("learners"), "1200");
  EXPECT_EQ(events[0].details().at("search"), "layla");
  EXPECT_EQ(events[0].details().at("with"), "courses");
}

TEST_P(LearnerExportTest, TheExportOfOneLearnerIsInTheLearnersHistory) {
  std::string id = ALearner();
  v1::RecordLearnerExportRequest request;
  request.set_learners(1);
  request.add_learner_ids(id);
  ASSERT_OK(Record(manager_, request));
  std::vector<v1::AuditEvent> events = Exports();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].subject().id(), id);
  EXPECT_EQ(events[0].subject().name(), "Layla Hassan");
  EXPECT_EQ(events[0].details().count("search"), 0u);
  EXPECT_EQ(events[0].details().count("with"), 0u);
}

TEST_P(LearnerExportTest, OnlyRecentManagersExport) {
  v1::RecordLearnerExportRequest request;
  ALearner("layla@academy.test");
  EXPECT_THAT(Record(CallerOf(Login("layla@academy.test").response.client_token()), request), testing::Not(IsOk()));
  EXPECT_THAT(Record(Anonymous(), request), testing::Not(IsOk()));
  clock_.Advance(absl::Minutes(16));
  EXPECT_THAT(Record(manager_, request), HasReason("reauthentication_required"));
  EXPECT_TRUE(Exports().empty());
}

}  // namespace
}  // namespace academy::auth

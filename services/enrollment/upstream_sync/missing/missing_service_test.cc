#include "services/enrollment/upstream_sync/missing/missing_service.h"

#include <gtest/gtest.h>

#include <thread>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/platform/base/error_result.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using testing::ElementsAre;

// Many learners, so that a list can lack too many.
class MissingServiceTest : public EnrollmentUnderTest {
 protected:
  MissingServiceTest() {
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&service_);
    missing_server_ = builder.BuildAndStart();
    stub_ = v1::Missing::NewStub(MakeChannel("127.0.0.1:" + std::to_string(port)));
    for (int i = 4; i < 10; ++i) upstreams_.auth.Put("l" + std::to_string(i), "Learner");
  }
  ~MissingServiceTest() override {
    missing_server_->Shutdown();
    missing_server_->Wait();
  }

  static CallIdentity AsOwner() {
    CallIdentity owner = AsManager();
    owner.caller.role = Role::kOwner;
    return owner;
  }
  std::vector<std::string> AllLearners() { return {"l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "l9"}; }
  // As the comparison of lists does.
  void Compare(ListKind kind = ListKind::kLearners) {
    ListReader reader(*database_, auth_, catalog_);
    absl::StatusOr<ListReader::Candidates> candidates = reader.FindCandidates(Caller(), kind);
    ASSERT_OK(candidates);
    absl::StatusOr<ReadLists> lists = reader.Read(Caller(), kind, *candidates);
    ASSERT_OK(lists);
    ASSERT_OK(ApplyList(deps_, kind, lists->known, lists->listed));
  }
  absl::StatusOr<v1::ListMissingResponse> List(const CallIdentity& identity = AsManager()) {
    return Call(*stub_, &v1::Missing::Stub::ListMissing, identity, v1::ListMissingRequest());
  }
  absl::StatusOr<v1::AcceptMissingResponse> Accept(const std::string& kind, int64_t count,
                                                   const CallIdentity& identity = AsOwner()) {
    v1::AcceptMissingRequest request;
    request.set_kind(kind);
    request.set_count(count);
    return Call(*stub_, &v1::Missing::Stub::AcceptMissing, identity, request);
  }

  std::vector<ListKind> compared_;
  // Follows the feeds if a test wants it to.
  std::unique_ptr<FeedCleanup> cleanup_;
  MissingService service_{deps_, [this](ListKind kind) {
                            compared_.push_back(kind);
                            if (cleanup_ != nullptr) cleanup_->CompareAgain(kind);
                          }};
  std::unique_ptr<grpc::Server> missing_server_;
  std::unique_ptr<v1::Missing::Stub> stub_;
};

TEST_F(MissingServiceTest, WithNothingMissingNobodyIsAsked) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  int before = upstreams_.auth.calls();
  absl::StatusOr<v1::ListMissingResponse> list = List();
  ASSERT_OK(list);
  EXPECT_EQ(list->result_size(), 0);
  EXPECT_EQ(upstreams_.auth.calls(), before);
}

TEST_F(MissingServiceTest, WhatIsMissingIsToldByKind) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  ASSERT_OK(Assign("c2", {"l2"}));
  upstreams_.auth.Remove("l2");
  upstreams_.catalog.Remove("c1");
  Compare(ListKind::kLearners);
  Compare(ListKind::kCourses);
  absl::StatusOr<v1::ListMissingResponse> list = List();
  ASSERT_OK(list);
  ASSERT_EQ(list->result_size(), 2);
  const v1::ListMissingResponse::Kind& learners = list->result(0);
  EXPECT_EQ(learners.kind(), "learner");
  EXPECT_EQ(learners.count(), 1);
  EXPECT_EQ(learners.assignments(), 2);
  EXPECT_EQ(learners.since(), "2026-06-15T12:00:00.000Z");
  EXPECT_EQ(learners.delete_at(), "2026-06-22T12:00:00.000Z");
  EXPECT_FALSE(learners.refused());
  EXPECT_THAT(learners.sample(), ElementsAre("l2"));
  EXPECT_EQ(list->result(1).kind(), "course");
  EXPECT_EQ(list->result(1).assignments(), 2);
}

TEST_F(MissingServiceTest, ARefusedListIsToldWithoutATimeAndAcceptedByTheWord) {
  ASSERT_OK(Assign("c1", AllLearners()));
  for (const std::string& id : AllLearners()) {
    if (id != "l1") upstreams_.auth.Remove(id);
  }
  Compare();
  absl::StatusOr<v1::ListMissingResponse> list = List();
  ASSERT_OK(list);
  ASSERT_EQ(list->result_size(), 1);
  EXPECT_EQ(list->result(0).count(), 8);
  EXPECT_TRUE(list->result(0).refused());
  EXPECT_FALSE(list->result(0).has_delete_at());

  absl::StatusOr<v1::AcceptMissingResponse> accepted = Accept("learner", 8);
  ASSERT_OK(accepted);
  EXPECT_EQ(accepted->result().count(), 8);
  EXPECT_EQ(accepted->result().assignments(), 8);
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 1u);
  EXPECT_THAT(compared_, ElementsAre(ListKind::kLearners));
  Compare();
  EXPECT_EQ(List()->result_size(), 0);
}

TEST_F(MissingServiceTest, TheRestOfTheAcceptedListIsAppliedSoon) {
  ASSERT_OK(Assign("c1", AllLearners()));
  upstreams_.auth.Remove("l2");
  Compare();
  upstreams_.auth.Put("l2", "Basim");
  for (const char* id : {"l3", "l4", "l5", "l6", "l7", "l8", "l9"}) upstreams_.auth.Remove(id);
  auto refused = [](soci::session& sql) { return FindRefusedList(sql, ListKind::kLearners).size(); };
  auto absent = [](soci::session& sql) { return ListAbsences(sql, ListKind::kLearners).size(); };
  cleanup_ = Follow();
  while (ReadStore(refused) == 0) std::this_thread::yield();
  EXPECT_EQ(ReadStore(absent), 1u);
  ASSERT_OK(Accept("learner", 7));
  while (ReadStore(absent) > 0) std::this_thread::yield();
  EXPECT_EQ(AssignmentsOfLearner("l2").size(), 1u);
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 2u);
}

TEST_F(MissingServiceTest, NobodyAgreesToMoreThanTheyWereShown) {
  ASSERT_OK(Assign("c1", {"l1", "l2", "l3"}));
  upstreams_.auth.Remove("l2");
  Compare();
  ASSERT_EQ(List()->result(0).count(), 1);
  upstreams_.auth.Remove("l3");
  Compare();
  absl::Status refused = Accept("learner", 1).status();
  EXPECT_THAT(refused, HasReason("changed_meanwhile"));
  v1::AcceptMissingResponse::Result now;
  ASSERT_TRUE(now.ParseFromString(ResultOf(refused)));
  EXPECT_EQ(now.count(), 2);
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 3u);
  EXPECT_TRUE(compared_.empty());
  EXPECT_OK(Accept("learner", 2));
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 1u);
}

TEST_F(MissingServiceTest, WhoIsListedAgainIsNotDeletedThoughNoComparisonHasSeenIt) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  upstreams_.auth.Remove("l2");
  Compare();
  upstreams_.auth.Put("l2", "Basim");
  EXPECT_EQ(List()->result_size(), 0);
  EXPECT_THAT(Accept("learner", 1), HasReason("changed_meanwhile"));
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 2u);
}

TEST_F(MissingServiceTest, NothingCanBeAcceptedAsNothing) {
  ASSERT_OK(Assign("c1", {"l1"}));
  EXPECT_OK(Accept("learner", 0));
  EXPECT_OK(Accept("course", 0));
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 1u);
}

TEST_F(MissingServiceTest, NothingIsDeletedWhileTheOwnerOfTheListDoesNotAnswer) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  upstreams_.auth.Remove("l2");
  Compare();
  upstreams_.StopAuth();
  EXPECT_THAT(Accept("learner", 1), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 2u);
}

TEST_F(MissingServiceTest, AskingIsForManagersAndTheWordForOwners) {
  CallIdentity support = AsManager();
  support.caller.role = Role::kSupport;
  EXPECT_THAT(List(support), HasReason("role_not_allowed"));
  EXPECT_THAT(List(AsLearner("l1")), HasReason("forbidden"));
  EXPECT_THAT(Accept("learner", 0, AsManager()), HasReason("role_not_allowed"));
}

TEST_F(MissingServiceTest, WhatIsNoKindOrNoNumberIsRefused) {
  EXPECT_THAT(Accept("", 1), HasReason("validation_failed"));
  EXPECT_THAT(Accept("manager", 1), HasReason("validation_failed"));
  EXPECT_THAT(Accept("learner", -1), HasReason("validation_failed"));
}

}  // namespace
}  // namespace academy::enrollment

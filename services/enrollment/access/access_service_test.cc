#include "services/enrollment/access/access_service.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using Stub = v1::Access::Stub;

class AccessServiceTest : public EnrollmentUnderTest {
 protected:
  // An open Watch stream from the start of the feed.
  struct Watcher {
    grpc::ClientContext context;
    std::unique_ptr<grpc::ClientReader<v1::Event>> reader;

    // Returns the next event; an empty one if the stream ended.
    v1::Event Next() {
      v1::Event event;
      if (!reader->Read(&event)) event.Clear();
      return event;
    }
    grpc::Status End() {
      context.TryCancel();
      v1::Event event;
      while (reader->Read(&event)) {
      }
      return reader->Finish();
    }
  };
  std::unique_ptr<Watcher> Watch(const CallIdentity& identity) {
    auto watcher = std::make_unique<Watcher>();
    PrepareContext(watcher->context, identity, absl::Seconds(60));
    v1::WatchRequest request;
    watcher->reader = access_stub_->Watch(&watcher->context, request);
    return watcher;
  }

  absl::StatusOr<v1::GetAccessResponse> AccessTo(const std::string& assignment_id) {
    v1::GetAccessRequest request;
    request.set_assignment_id(assignment_id);
    return Call(*access_stub_, &Stub::GetAccess, AsEdge(), request);
  }

  static auth::v1::Event LearnerRemoved(const std::string& id) {
    auth::v1::Event event;
    event.mutable_learner_removed()->set_learner_id(id);
    return event;
  }
  static auth::v1::Event SessionEnded() {
    auth::v1::Event event;
    event.mutable_session_ended()->set_session_id("any");
    return event;
  }
  static catalog::v1::Event CourseRemoved(const std::string& id) {
    catalog::v1::Event event;
    event.mutable_course_removed()->set_course_id(id);
    return event;
  }
};

TEST_F(AccessServiceTest, TheEdgeLearnsAnAssignmentsWindow) {
  ASSERT_OK(Assign("c1", {"l1"}));
  v1::GetAccessRequest request;
  request.set_assignment_id(IdOf("c1", "l1"));
  auto access = Call(*access_stub_, &Stub::GetAccess, AsEdge(), request);
  ASSERT_OK(access);
  EXPECT_EQ(access->learner_id(), "l1");
  EXPECT_EQ(access->course_id(), "c1");
  EXPECT_EQ(FormatTime(access->start_ms()), "2026-05-31T21:00:00.000Z");
  EXPECT_EQ(FormatTime(access->expiry_ms()), "2026-06-30T20:59:59.999Z");
  request.set_assignment_id("none");
  EXPECT_THAT(Call(*access_stub_, &Stub::GetAccess, AsEdge(), request), HasReason("assignment_not_found"));
  EXPECT_THAT(Call(*access_stub_, &Stub::GetAccess, AsLearner("l1"), request),
              StatusIs(absl::StatusCode::kPermissionDenied));
}

TEST_F(AccessServiceTest, AWatcherHearsOfEveryChange) {
  auto watcher = Watch(AsEdge());
  EXPECT_EQ(watcher->Next().event_case(), v1::Event::EVENT_NOT_SET);
  ASSERT_OK(Assign("c1", {"l1"}));
  std::string id = IdOf("c1", "l1");
  ASSERT_OK(Unassign("c1", "l1"));
  v1::Event made = watcher->Next();
  EXPECT_EQ(made.assignment_changed().assignment_id(), id);
  EXPECT_FALSE(made.assignment_changed().removed());
  v1::Event removed = watcher->Next();
  EXPECT_TRUE(removed.assignment_changed().removed());
  EXPECT_GT(removed.position(), made.position());
  watcher->End();
}

TEST_F(AccessServiceTest, AWatcherHearsOfEachAssignmentOfAnExtendedCourse) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  ASSERT_OK(Assign("c1", {"l3"}, "2026-06-01", "2026-12-31"));
  auto watcher = Watch(AsEdge());
  watcher->Next();
  for (int i = 0; i < 3; ++i) watcher->Next();
  v1::ExtendCourseRequest request;
  request.set_course_id("c1");
  request.set_expiry_date("2026-07-31");
  auto extended = Call(*bulk_assignments_stub_, &v1::BulkAssignments::Stub::ExtendCourse, AsManager(), request);
  ASSERT_OK(extended);
  EXPECT_EQ(extended->changed(), 2);
  ASSERT_OK(Unassign("c1", "l3"));
  std::set<std::string> told = {watcher->Next().assignment_changed().assignment_id(),
                                watcher->Next().assignment_changed().assignment_id()};
  EXPECT_EQ(told, (std::set<std::string>{IdOf("c1", "l1"), IdOf("c1", "l2")}));
  EXPECT_TRUE(watcher->Next().assignment_changed().removed()) << "nothing of who ends later anyway";
  watcher->End();
}

TEST_F(AccessServiceTest, LearnersMayNotWatchTheFeed) {
  auto watcher = Watch(AsLearner("l1"));
  EXPECT_EQ(watcher->Next().event_case(), v1::Event::EVENT_NOT_SET);
  EXPECT_EQ(watcher->reader->Finish().error_code(), grpc::StatusCode::PERMISSION_DENIED);
}

TEST_F(AccessServiceTest, RemovedLearnersAndCoursesAreCleanedUp) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  ASSERT_OK(Assign("c2", {"l2"}));
  auto watcher = Watch(AsEdge());
  watcher->Next();
  for (int i = 0; i < 3; ++i) watcher->Next();
  auto cleanup = Follow();
  upstreams_.auth.feed().Append(LearnerRemoved("l1"));
  EXPECT_TRUE(watcher->Next().assignment_changed().removed());
  upstreams_.catalog.feed().Append(CourseRemoved("c2"));
  EXPECT_TRUE(watcher->Next().assignment_changed().removed());
  EXPECT_TRUE(AssignmentsOfLearner("l1").empty());
  EXPECT_TRUE(AssignmentsOfCourse("c2").empty());
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 1u);
  watcher->End();
}

TEST_F(AccessServiceTest, WhatHappenedMeanwhileIsCleanedUpAfterARestart) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  auto watcher = Watch(AsEdge());
  watcher->Next();
  for (int i = 0; i < 2; ++i) watcher->Next();
  auto cleanup = Follow();
  upstreams_.auth.feed().Append(SessionEnded());
  int64_t first = upstreams_.auth.feed().Append(LearnerRemoved("l1"));
  EXPECT_TRUE(watcher->Next().assignment_changed().removed());
  cleanup.reset();
  EXPECT_EQ(ReadStore([](soci::session& sql) { return LoadFeedPlace(sql, "auth").position(); }), first);
  upstreams_.auth.feed().Append(LearnerRemoved("l2"));
  cleanup = Follow();
  EXPECT_TRUE(watcher->Next().assignment_changed().removed());
  EXPECT_EQ(upstreams_.auth.feed().AskedAfter(2), (std::vector<int64_t>{0, first}));
  EXPECT_TRUE(AssignmentsOfCourse("c1").empty());
  watcher->End();
}

TEST_F(AccessServiceTest, WhoIsMissingAfterAGapIsDeniedAndKeepsEverything) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  ASSERT_OK(Assign("c2", {"l2"}));
  std::string of_l1 = IdOf("c1", "l1");
  auto watcher = Watch(AsEdge());
  for (int i = 0; i < 4; ++i) watcher->Next();
  for (int i = 0; i < 2; ++i) upstreams_.auth.feed().Append(SessionEnded());
  upstreams_.auth.feed().Forget();
  upstreams_.auth.Remove("l1");
  auto cleanup = Follow();
  EXPECT_EQ(watcher->Next().assignment_changed().assignment_id(), of_l1) << "the edges ask again";
  EXPECT_THAT(AccessTo(of_l1), HasReason("assignment_not_found"));
  EXPECT_THAT(MyCourse("l1", "c1"), HasReason("assignment_not_found"));
  EXPECT_OK(AccessTo(IdOf("c1", "l2")));
  EXPECT_EQ(AssignmentsOfLearner("l1").size(), 1u);
  watcher->End();
}

TEST_F(AccessServiceTest, TheRightDatabaseHealsWhatALostOneDid) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  ASSERT_OK(Assign("c2", {"l1"}));
  auto watcher = Watch(AsEdge());
  for (int i = 0; i < 4; ++i) watcher->Next();
  auto cleanup = Follow();
  upstreams_.catalog.feed().AskedAfter(1);
  // An older copy, without c2, goes on in the catalog's place.
  upstreams_.catalog.Remove("c2");
  upstreams_.catalog.feed().Restore("older");
  EXPECT_EQ(watcher->Next().assignment_changed().assignment_id(), IdOf("c2", "l1"));
  EXPECT_THAT(AccessTo(IdOf("c2", "l1")), HasReason("assignment_not_found"));
  upstreams_.catalog.Put("c2", {60});
  upstreams_.catalog.feed().Restore("first");
  EXPECT_EQ(watcher->Next().assignment_changed().assignment_id(), IdOf("c2", "l1"));
  EXPECT_OK(AccessTo(IdOf("c2", "l1")));
  EXPECT_EQ(AssignmentsOfLearner("l1").size(), 2u);
  watcher->End();
}

TEST_F(AccessServiceTest, ALostLearnerIsNoticedEvenWithoutATraceInTheFeed) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  auto watcher = Watch(AsEdge());
  for (int i = 0; i < 3; ++i) watcher->Next();
  upstreams_.auth.Remove("l2");
  auto cleanup = Follow();
  EXPECT_EQ(watcher->Next().assignment_changed().assignment_id(), IdOf("c1", "l2"));
  EXPECT_THAT(AccessTo(IdOf("c1", "l2")), HasReason("assignment_not_found"));
  cleanup.reset();
  upstreams_.auth.Put("l2", "Basim");
  cleanup = Follow();
  EXPECT_EQ(watcher->Next().assignment_changed().assignment_id(), IdOf("c1", "l2"));
  EXPECT_OK(AccessTo(IdOf("c1", "l2")));
  watcher->End();
}

TEST_F(AccessServiceTest, AnEmptyDatabaseInAuthsPlaceTakesNothingFromAnybody) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  auto cleanup = Follow();
  upstreams_.auth.feed().AskedAfter(1);
  for (const char* id : {"l1", "l2", "l3"}) upstreams_.auth.Remove(id);
  upstreams_.auth.feed().Restore("empty");
  upstreams_.auth.feed().AskedAfter(2);
  auto refused = [](soci::session& sql) { return FindRefusedList(sql, ListKind::kLearners).size(); };
  while (ReadStore(refused) == 0) std::this_thread::yield();
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 2u);
  EXPECT_OK(AccessTo(IdOf("c1", "l1")));
}

TEST_F(AccessServiceTest, AnAssignmentOfALearnerWhoseRemovalWasHandledIsRefused) {
  // auth's response predates the removal, as can happen when the two cross. Nobody follows the feed, because a list of
  // this auth, which still has the learner, would tell of a restored one.
  ASSERT_OK(RemoveLearner(deps_, "l1", FeedPosition{"auth", AtPosition(1)}));
  EXPECT_THAT(Assign("c1", {"l1", "l2"}), HasReason("user_not_found"));
  EXPECT_TRUE(AssignmentsOfCourse("c1").empty());
}

}  // namespace
}  // namespace academy::enrollment

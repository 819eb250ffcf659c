// The access service's feed to the edge, and the clean-up by the feeds of auth and catalog.
#include <gtest/gtest.h>

#include <set>

#include "services/enrollment/testing/enrollment_fixture.h"

namespace academy::enrollment {
namespace {

const AuditContext kCause{.caller = {.kind = CallerKind::kManager, .id = "manager"}};

using Stub = v1::Access::Stub;

class FeedTest : public EnrollmentUnderTest {
 protected:
  // An open Watch stream from the feed's beginning.
  struct Watcher {
    grpc::ClientContext context;
    std::unique_ptr<grpc::ClientReader<v1::Event>> reader;

    // The next event; without one when the stream ended.
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

TEST_F(FeedTest, TheEdgeLearnsAnAssignmentsWindow) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  v1::GetAccessRequest request;
  request.set_assignment_id(IdOf("c1", "l1"));
  auto access = Call(*access_stub_, &Stub::GetAccess, AsService(), request);
  ASSERT_TRUE(access.ok()) << access.status();
  EXPECT_EQ(access->learner_id(), "l1");
  EXPECT_EQ(access->course_id(), "c1");
  EXPECT_EQ(FormatTime(access->start_ms()), "2026-05-31T21:00:00.000Z");
  EXPECT_EQ(FormatTime(access->expiry_ms()), "2026-06-30T20:59:59.999Z");
  request.set_assignment_id("none");
  EXPECT_EQ(DetailOf(Call(*access_stub_, &Stub::GetAccess, AsService(), request).status()).reason,
            "assignment_not_found");
  EXPECT_EQ(Call(*access_stub_, &Stub::GetAccess, AsLearner("l1"), request).status().code(),
            absl::StatusCode::kPermissionDenied);
}

TEST_F(FeedTest, AWatcherHearsOfEveryChange) {
  auto watcher = Watch(AsService());
  EXPECT_EQ(watcher->Next().event_case(), v1::Event::EVENT_NOT_SET);
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  std::string id = IdOf("c1", "l1");
  ASSERT_TRUE(assignments_.Remove(kCause, {{"c1", "l1"}}).ok());
  v1::Event made = watcher->Next();
  EXPECT_EQ(made.assignment_changed().assignment_id(), id);
  EXPECT_FALSE(made.assignment_changed().removed());
  v1::Event removed = watcher->Next();
  EXPECT_TRUE(removed.assignment_changed().removed());
  EXPECT_GT(removed.position(), made.position());
  watcher->End();
}

TEST_F(FeedTest, AWatcherHearsOfEachAssignmentOfAnExtendedCourse) {
  ASSERT_TRUE(Assign("c1", {"l1", "l2"}).ok());
  ASSERT_TRUE(Assign("c1", {"l3"}, "2026-06-01", "2026-12-31").ok());
  auto watcher = Watch(AsService());
  watcher->Next();
  for (int i = 0; i < 3; ++i) watcher->Next();
  v1::ExtendCourseRequest request;
  request.set_course_id("c1");
  request.set_expiry_date("2026-07-31");
  auto extended = Call(*assignments_stub_, &v1::Assignments::Stub::ExtendCourse, AsManager(), request);
  ASSERT_TRUE(extended.ok()) << extended.status();
  EXPECT_EQ(extended->changed(), 2);
  ASSERT_TRUE(assignments_.Remove(kCause, {{"c1", "l3"}}).ok());
  std::set<std::string> told = {watcher->Next().assignment_changed().assignment_id(),
                                watcher->Next().assignment_changed().assignment_id()};
  EXPECT_EQ(told, (std::set<std::string>{IdOf("c1", "l1"), IdOf("c1", "l2")}));
  EXPECT_TRUE(watcher->Next().assignment_changed().removed()) << "nothing of who ends later anyway";
  watcher->End();
}

TEST_F(FeedTest, LearnersMayNotWatchTheFeed) {
  auto watcher = Watch(AsLearner("l1"));
  EXPECT_EQ(watcher->Next().event_case(), v1::Event::EVENT_NOT_SET);
  EXPECT_EQ(watcher->reader->Finish().error_code(), grpc::StatusCode::PERMISSION_DENIED);
}

TEST_F(FeedTest, RemovedLearnersAndCoursesAreCleanedUp) {
  ASSERT_TRUE(Assign("c1", {"l1", "l2"}).ok());
  ASSERT_TRUE(Assign("c2", {"l2"}).ok());
  auto watcher = Watch(AsService());
  watcher->Next();
  for (int i = 0; i < 3; ++i) watcher->Next();
  auto cleanup = Follow();
  upstreams_.auth.feed().Append(LearnerRemoved("l1"));
  EXPECT_TRUE(watcher->Next().assignment_changed().removed());
  upstreams_.catalog.feed().Append(CourseRemoved("c2"));
  EXPECT_TRUE(watcher->Next().assignment_changed().removed());
  EXPECT_TRUE(assignments_.OfLearner("l1")->empty());
  EXPECT_TRUE(assignments_.OfCourse("c2")->empty());
  EXPECT_EQ(assignments_.OfCourse("c1")->size(), 1u);
  watcher->End();
}

TEST_F(FeedTest, WhatHappenedMeanwhileIsCleanedUpAfterARestart) {
  ASSERT_TRUE(Assign("c1", {"l1", "l2"}).ok());
  auto watcher = Watch(AsService());
  watcher->Next();
  for (int i = 0; i < 2; ++i) watcher->Next();
  auto cleanup = Follow();
  upstreams_.auth.feed().Append(SessionEnded());
  int64_t first = upstreams_.auth.feed().Append(LearnerRemoved("l1"));
  EXPECT_TRUE(watcher->Next().assignment_changed().removed());
  cleanup.reset();
  EXPECT_EQ(*removals_.Position("auth"), first);
  upstreams_.auth.feed().Append(LearnerRemoved("l2"));
  cleanup = Follow();
  EXPECT_TRUE(watcher->Next().assignment_changed().removed());
  EXPECT_EQ(upstreams_.auth.feed().AskedAfter(2), (std::vector<int64_t>{0, first}));
  EXPECT_TRUE(assignments_.OfCourse("c1")->empty());
  watcher->End();
}

TEST_F(FeedTest, AfterAGapWhoeverIsNotThereAnyMoreIsCleanedUp) {
  ASSERT_TRUE(Assign("c1", {"l1", "l2"}).ok());
  ASSERT_TRUE(Assign("c2", {"l2"}).ok());
  upstreams_.auth.feed().Append(LearnerRemoved("l1"));
  upstreams_.auth.feed().Append(SessionEnded());
  upstreams_.auth.feed().Forget();
  upstreams_.auth.Remove("l1");
  upstreams_.catalog.feed().Append(CourseRemoved("c2"));
  upstreams_.catalog.feed().Forget();
  upstreams_.catalog.Remove("c2");
  auto cleanup = Follow();
  // What comes after the gap shows that it was dealt with.
  upstreams_.auth.feed().Append(LearnerRemoved("l9"));
  upstreams_.catalog.feed().Append(CourseRemoved("c9"));
  auto watcher = Watch(AsService());
  watcher->Next();
  int removed = 0;
  while (removed < 2) removed += watcher->Next().assignment_changed().removed() ? 1 : 0;
  EXPECT_TRUE(assignments_.OfLearner("l1")->empty());
  EXPECT_TRUE(assignments_.OfCourse("c2")->empty());
  EXPECT_EQ(assignments_.OfCourse("c1")->size(), 1u);
  watcher->End();
}

TEST_F(FeedTest, AnAssignmentOfALearnerWhoseRemovalWasHandledIsRefused) {
  // auth answers from before the removal, as it may when the two cross.
  auto cleanup = Follow();
  ASSERT_TRUE(removals_.ForgetLearner("l1", RemovalStore::Told{"auth", 1}).ok());
  EXPECT_EQ(DetailOf(Assign("c1", {"l1", "l2"}).status()).reason, "user_not_found");
  EXPECT_TRUE(assignments_.OfCourse("c1")->empty());
}

}  // namespace
}  // namespace academy::enrollment

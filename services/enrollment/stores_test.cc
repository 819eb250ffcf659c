// One contract for enrollment's stores, run on every engine.
#include <gtest/gtest.h>

#include <thread>

#include "academy/enrollment/v1/access.pb.h"
#include "services/common/status.h"
#include "services/common/testing/fake_clock.h"
#include "services/common/testing/test_database.h"
#include "services/enrollment/assignment_store.h"
#include "services/enrollment/progress_store.h"
#include "services/enrollment/removal_store.h"
#include "services/enrollment/schema.h"

namespace academy::enrollment {
namespace {

const Cause kCause{.caller = {.kind = CallerKind::kManager, .id = "manager"}};

constexpr Window kWindow{.start = 1000, .expiry = 2000};

class StoresTest : public testing::TestWithParam<Engine> {
 protected:
  StoresTest()
      : database_(GetParam(), Migrations()),
        feed_(*database_, clock_),
        audit_(*database_, clock_),
        assignments_(*database_, feed_, audit_, clock_),
        progress_(*database_),
        removals_(*database_, feed_, clock_) {}

  std::vector<v1::AssignmentChanged> Events() {
    std::vector<v1::AssignmentChanged> events;
    auto entries = feed_.ReadAfter(0, 10'000);
    EXPECT_TRUE(entries.ok());
    for (const FeedEntry& entry : *entries) {
      v1::Event event;
      EXPECT_TRUE(event.ParseFromString(entry.payload));
      events.push_back(event.assignment_changed());
    }
    return events;
  }

  absl::StatusOr<std::vector<ProgressRecord>> Watch(const AssignmentKey& key, const std::string& part, int64_t to) {
    return progress_.Update(key, part, [&](const std::optional<PartState>& before) {
      PartState state = before.value_or(PartState{});
      state.position = to;
      state.watched.Add(0, to);
      state.updated_at = clock_.Now();
      return state;
    });
  }

  FakeClock clock_;
  TestDatabase database_;
  ChangeFeed feed_;
  AuditOutbox audit_;
  AssignmentStore assignments_;
  ProgressStore progress_;
  RemovalStore removals_;
};

TEST_P(StoresTest, AnAssignmentIsFoundByIdAndByKeyAndFromBothSides) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}}, kWindow).ok());
  auto found = assignments_.Find({"c1", "l1"});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->window, kWindow);
  EXPECT_EQ(found->created_at, clock_.Now());
  EXPECT_EQ(assignments_.Get(found->id)->learner_id, "l1");
  EXPECT_EQ(assignments_.OfCourse("c1")->size(), 1u);
  EXPECT_EQ(assignments_.OfLearner("l1")->at(0).id, found->id);
}

TEST_P(StoresTest, WhatIsNotAssignedIsNotFound) {
  EXPECT_EQ(DetailOf(assignments_.Get("none").status()).reason, "assignment_not_found");
  EXPECT_EQ(DetailOf(assignments_.Find({"c1", "l1"}).status()).reason, "assignment_not_found");
  EXPECT_EQ(DetailOf(assignments_.SetWindow(kCause, "none", kWindow).status()).reason, "assignment_not_found");
  EXPECT_TRUE(assignments_.OfCourse("c1")->empty());
}

TEST_P(StoresTest, AssigningTwiceMovesTheDatesAndKeepsTheId) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}}, kWindow).ok());
  std::string id = assignments_.Find({"c1", "l1"})->id;
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c1", "l2"}}, {.start = 5, .expiry = 6}).ok());
  EXPECT_EQ(assignments_.OfCourse("c1")->size(), 2u);
  EXPECT_EQ(assignments_.Find({"c1", "l1"})->id, id);
  EXPECT_EQ(assignments_.Find({"c1", "l1"})->window.expiry, 6);
}

TEST_P(StoresTest, RacingAssignsMakeOne) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10; ++i) EXPECT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}}, kWindow).ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(assignments_.OfCourse("c1")->size(), 1u);
}

TEST_P(StoresTest, EveryChangeIsInTheFeedWithTheAssignmentsId) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}}, kWindow).ok());
  std::string id = assignments_.Find({"c1", "l1"})->id;
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}}, kWindow).ok());
  ASSERT_TRUE(assignments_.SetWindow(kCause, id, {.start = 1, .expiry = 2}).ok());
  ASSERT_TRUE(assignments_.Remove(kCause, {{"c1", "l1"}, {"c1", "nobody"}}).ok());
  std::vector<v1::AssignmentChanged> events = Events();
  ASSERT_EQ(events.size(), 4u);
  for (size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].assignment_id(), id);
    EXPECT_EQ(events[i].removed(), i == 3);
  }
}

TEST_P(StoresTest, ProgressIsKeptByLearnerCourseAndPart) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c2", "l1"}, {"c1", "l2"}}, kWindow).ok());
  ASSERT_TRUE(Watch({"c1", "l1"}, "p1", 10).ok());
  ASSERT_TRUE(Watch({"c1", "l1"}, "p2", 20).ok());
  ASSERT_TRUE(Watch({"c2", "l1"}, "p3", 30).ok());
  ASSERT_TRUE(Watch({"c1", "l2"}, "p1", 40).ok());
  auto after = Watch({"c1", "l1"}, "p1", 50);
  ASSERT_TRUE(after.ok());
  EXPECT_EQ(after->size(), 2u) << "the answer is the whole course";
  EXPECT_EQ(progress_.OfLearner("l1")->size(), 3u);
  auto stored = progress_.OfCourse({"c1", "l1"});
  ASSERT_EQ(stored->size(), 2u);
  EXPECT_EQ(stored->at(0).part_id, "p1");
  EXPECT_EQ(stored->at(0).state.position, 50);
  EXPECT_EQ(stored->at(0).state.watched.Length(), 50);
  EXPECT_EQ(stored->at(0).state.updated_at, clock_.Now());
}

TEST_P(StoresTest, ProgressNeedsAnAssignmentAndOutlivesIt) {
  EXPECT_EQ(DetailOf(Watch({"c1", "l1"}, "p1", 10).status()).reason, "assignment_not_found");
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}}, kWindow).ok());
  ASSERT_TRUE(Watch({"c1", "l1"}, "p1", 10).ok());
  ASSERT_TRUE(assignments_.Remove(kCause, {{"c1", "l1"}}).ok());
  EXPECT_EQ(progress_.OfCourse({"c1", "l1"})->size(), 1u);
}

TEST_P(StoresTest, TwoTabsNeverLoseGround) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}}, kWindow).ok());
  std::vector<std::thread> tabs;
  for (int tab = 0; tab < 2; ++tab) {
    tabs.emplace_back([&, tab] {
      for (int i = 0; i < 20; ++i) {
        int64_t from = (2 * i + tab) * 10;
        auto saved = progress_.Update({"c1", "l1"}, "p1", [&](const std::optional<PartState>& before) {
          PartState state = before.value_or(PartState{});
          state.watched.Add(from, from + 10);
          return state;
        });
        EXPECT_TRUE(saved.ok());
      }
    });
  }
  for (std::thread& tab : tabs) tab.join();
  EXPECT_EQ(progress_.OfCourse({"c1", "l1"})->at(0).state.watched.ToText(), "0-400");
}

TEST_P(StoresTest, ARemovedLearnerLeavesNothing) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c2", "l1"}, {"c1", "l2"}}, kWindow).ok());
  ASSERT_TRUE(Watch({"c1", "l1"}, "p1", 10).ok());
  ASSERT_TRUE(Watch({"c1", "l2"}, "p1", 10).ok());
  ASSERT_TRUE(removals_.ForgetLearner("l1", "auth", 7).ok());
  EXPECT_TRUE(assignments_.OfLearner("l1")->empty());
  EXPECT_TRUE(progress_.OfLearner("l1")->empty());
  EXPECT_EQ(assignments_.OfCourse("c1")->size(), 1u);
  EXPECT_EQ(progress_.OfLearner("l2")->size(), 1u);
  EXPECT_EQ(*removals_.Position("auth"), 7);
  EXPECT_EQ(*removals_.Position("catalog"), 0);
  std::vector<v1::AssignmentChanged> events = Events();
  ASSERT_EQ(events.size(), 5u);
  EXPECT_TRUE(events[3].removed() && events[4].removed());
  EXPECT_TRUE(removals_.ForgetLearner("l1", "auth", 7).ok()) << "an event may come twice";
}

TEST_P(StoresTest, ARemovedCourseLeavesNothing) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c2", "l1"}}, kWindow).ok());
  ASSERT_TRUE(Watch({"c1", "l1"}, "p1", 10).ok());
  ASSERT_TRUE(removals_.ForgetCourse("c1", "catalog", 9).ok());
  EXPECT_TRUE(assignments_.OfCourse("c1")->empty());
  EXPECT_TRUE(progress_.OfLearner("l1")->empty());
  EXPECT_EQ(assignments_.OfLearner("l1")->size(), 1u);
  EXPECT_EQ(*removals_.Position("catalog"), 9);
}

TEST_P(StoresTest, AnAssignmentThatRacedWithARemovalIsRefusedAsAWhole) {
  ASSERT_TRUE(removals_.ForgetLearner("l2", "auth", 1).ok());
  ASSERT_TRUE(removals_.ForgetCourse("c9", "catalog", 1).ok());
  EXPECT_EQ(DetailOf(assignments_.Assign(kCause, {{"c1", "l1"}, {"c1", "l2"}}, kWindow)).reason, "user_not_found");
  EXPECT_EQ(DetailOf(assignments_.Assign(kCause, {{"c1", "l1"}, {"c9", "l1"}}, kWindow)).reason, "course_not_found");
  EXPECT_TRUE(assignments_.OfLearner("l1")->empty());
  EXPECT_TRUE(Events().empty());
}

TEST_P(StoresTest, AThousandAreAssignedInOneStep) {
  std::vector<AssignmentKey> keys;
  for (int i = 0; i < 1000; ++i) keys.push_back({"c1", "l" + std::to_string(i)});
  ASSERT_TRUE(assignments_.Assign(kCause, keys, kWindow).ok());
  EXPECT_EQ(assignments_.OfCourse("c1")->size(), 1000u);
  EXPECT_EQ(Events().size(), 1000u);
  ASSERT_TRUE(assignments_.Remove(kCause, keys).ok());
  EXPECT_TRUE(assignments_.OfCourse("c1")->empty());
}

TEST_P(StoresTest, EachChangeOfAnAssignmentIsToldToTheAuditTrail) {
  Cause cause = kCause;
  cause.names = {{"c1", "Algebra"}, {"l1", "Amal"}};
  ASSERT_TRUE(assignments_.Assign(cause, {{"c1", "l1"}, {"c1", "l2"}}, kWindow).ok());
  ASSERT_TRUE(assignments_.Assign(cause, {{"c1", "l1"}}, {.start = 5, .expiry = 6}).ok());
  std::string id = assignments_.Find({"c1", "l2"})->id;
  ASSERT_TRUE(assignments_.SetWindow(cause, id, {.start = 1, .expiry = 2}).ok());
  ASSERT_TRUE(assignments_.Remove(cause, {{"c1", "l1"}, {"c1", "nobody"}}).ok());
  std::vector<std::string> told;
  absl::StatusOr<std::vector<AuditOutbox::Waiting>> waiting_events = audit_.Read(100);
  for (const AuditOutbox::Waiting& waiting : *waiting_events) {
    const auth::v1::AuditEvent& event = waiting.event;
    told.push_back(event.actor().id() + " " + event.action() + " " + event.details().at("learnerId"));
    EXPECT_EQ(event.details().at("courseTitle"), "Algebra");
  }
  EXPECT_EQ(told, (std::vector<std::string>{"manager assignment.created l1", "manager assignment.created l2",
                                            "manager assignment.dates_changed l1",
                                            "manager assignment.dates_changed l2", "manager assignment.removed l1"}));
  auth::v1::AuditEvent first = audit_.Read(1)->front().event;
  EXPECT_EQ(first.details().at("learnerName"), "Amal");
  EXPECT_EQ(first.details().at("startDate"), "1970-01-01T00:00:01.000Z");
  EXPECT_EQ(first.details().at("expiryDate"), "1970-01-01T00:00:02.000Z");
}

TEST_P(StoresTest, AssignmentsThatWereNotMadeAreNotTold) {
  ASSERT_TRUE(removals_.ForgetLearner("l2", "auth", 1).ok());
  EXPECT_FALSE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c1", "l2"}}, kWindow).ok());
  EXPECT_TRUE(audit_.Read(100)->empty());
}

INSTANTIATE_TEST_SUITE_P(Engines, StoresTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment

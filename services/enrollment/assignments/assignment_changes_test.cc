#include "services/enrollment/assignments/assignment_changes.h"

#include <gtest/gtest.h>

#include <thread>

#include "services/enrollment/assignments/bulk/expiry_changes.h"
#include "services/enrollment/testing/stores_fixture.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using AssignmentChangesTest = StoresUnderTest;

TEST_P(AssignmentChangesTest, AssigningTwiceMovesTheDatesAndKeepsTheId) {
  ASSERT_OK(Assign({{"c1", "l1"}}, kWindow));
  std::string id = Find({"c1", "l1"})->id;
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}}, {.start = 5, .expiry = 6}));
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 2u);
  EXPECT_EQ(Find({"c1", "l1"})->id, id);
  EXPECT_EQ(Find({"c1", "l1"})->window.expiry, 6);
}

TEST_P(AssignmentChangesTest, RacingAssignsMakeOne) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10; ++i) EXPECT_OK(Assign({{"c1", "l1"}}, kWindow));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 1u);
}

TEST_P(AssignmentChangesTest, EveryChangeIsInTheFeedWithTheAssignmentsId) {
  ASSERT_OK(Assign({{"c1", "l1"}}, kWindow));
  std::string id = Find({"c1", "l1"})->id;
  ASSERT_OK(Assign({{"c1", "l1"}}, {.start = 7, .expiry = 8}));
  ASSERT_OK(ChangeDates(deps_, Manager(), id, [](const auto&) { return Window{.start = 1, .expiry = 2}; }));
  ASSERT_OK(Unassign({{"c1", "l1"}, {"c1", "nobody"}}));
  std::vector<v1::AssignmentChanged> events = Events();
  ASSERT_EQ(events.size(), 4u);
  for (size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].assignment_id(), id);
    EXPECT_EQ(events[i].removed(), i == 3);
  }
}

TEST_P(AssignmentChangesTest, WhatIsAsItWasMakesNoEvent) {
  ASSERT_OK(Assign({{"c1", "l1"}}, kWindow));
  AssignmentRecord before = *Find({"c1", "l1"});
  EXPECT_EQ(*Assign({{"c1", "l1"}}, kWindow), std::vector<AssignOutcome>{AssignOutcome::kUnchanged});
  EXPECT_EQ(ChangeDates(deps_, Manager(), before.id, [](const auto&) { return kWindow; })->window, kWindow);
  EXPECT_EQ(*ChangeExpiries(deps_, Manager(), {{before.id, {"c1", "l1"}, {.start = 0, .expiry = 1}, 9}}), 0)
      << "it has other dates by now";
  EXPECT_EQ(Events().size(), 1u);
  EXPECT_EQ(audit_.Read(100)->size(), 1u);
}

TEST_P(AssignmentChangesTest, AnAssignTellsWhatBecameOfEachKey) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}}, kWindow));
  ASSERT_OK(RemoveLearner(deps_, "l4", FeedPosition{"auth", AtPosition(1)}));
  std::vector<AssignmentKey> keys = {{"c1", "l1"}, {"c1", "l3"}, {"c1", "l4"}};
  using Outcomes = std::vector<AssignOutcome>;
  EXPECT_EQ(*Assign(keys, {.start = 1, .expiry = 2}, {.keep_existing = true, .skip_removed = true}),
            (Outcomes{AssignOutcome::kDatesKept, AssignOutcome::kCreated, AssignOutcome::kRemoved}));
  EXPECT_EQ(Find({"c1", "l1"})->window, kWindow);
  EXPECT_EQ(*Assign(keys, {.start = 1, .expiry = 2}, {.skip_removed = true}),
            (Outcomes{AssignOutcome::kDatesChanged, AssignOutcome::kUnchanged, AssignOutcome::kRemoved}));
}

TEST_P(AssignmentChangesTest, AnAssignmentThatRacedWithARemovalIsRefusedAsAWhole) {
  ASSERT_OK(RemoveLearner(deps_, "l2", FeedPosition{"auth", AtPosition(1)}));
  ASSERT_OK(RemoveCourse(deps_, "c9", FeedPosition{"catalog", AtPosition(1)}));
  EXPECT_THAT(Assign({{"c1", "l1"}, {"c1", "l2"}}, kWindow), HasReason("user_not_found"));
  EXPECT_THAT(Assign({{"c1", "l1"}, {"c9", "l1"}}, kWindow), HasReason("course_not_found"));
  EXPECT_TRUE(AssignmentsOfLearner("l1").empty());
  EXPECT_TRUE(Events().empty());
}

TEST_P(AssignmentChangesTest, AThousandAreAssignedInOneStep) {
  std::vector<AssignmentKey> keys;
  for (int i = 0; i < 1000; ++i) keys.push_back({"c1", "l" + std::to_string(i)});
  ASSERT_OK(Assign(keys, kWindow));
  EXPECT_EQ(AssignmentsOfCourse("c1").size(), 1000u);
  EXPECT_EQ(Events().size(), 1000u);
  ASSERT_OK(Unassign(keys));
  EXPECT_TRUE(AssignmentsOfCourse("c1").empty());
}

TEST_P(AssignmentChangesTest, EachChangeOfAnAssignmentIsToldToTheAuditTrail) {
  AuditContext context = Manager();
  context.names = {{"c1", "Algebra"}, {"l1", "Amal"}};
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}}, kWindow, {}, context));
  ASSERT_OK(Assign({{"c1", "l1"}}, {.start = 5, .expiry = 6}, {}, context));
  std::string id = Find({"c1", "l2"})->id;
  ASSERT_OK(ChangeDates(deps_, context, id, [](const auto&) { return Window{.start = 1, .expiry = 2}; }));
  ASSERT_OK(Unassign({{"c1", "l1"}, {"c1", "nobody"}}, context));
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

TEST_P(AssignmentChangesTest, AssignmentsThatWereNotMadeAreNotTold) {
  ASSERT_OK(RemoveLearner(deps_, "l2", FeedPosition{"auth", AtPosition(1)}));
  EXPECT_THAT(Assign({{"c1", "l1"}, {"c1", "l2"}}, kWindow), testing::Not(IsOk()));
  EXPECT_TRUE(audit_.Read(100)->empty());
}

INSTANTIATE_TEST_SUITE_P(Engines, AssignmentChangesTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment

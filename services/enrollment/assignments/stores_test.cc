// One contract for enrollment's stores, run on every engine.
#include <gtest/gtest.h>

#include <thread>

#include "academy/enrollment/v1/access.pb.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/progress/progress_store.h"
#include "services/enrollment/reports/report_store.h"
#include "services/enrollment/schema.h"
#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy::enrollment {
namespace {

const AuditContext kCause{.caller = {.kind = CallerKind::kManager, .id = "manager"}};

constexpr Window kWindow{.start = 1000, .expiry = 2000};

class StoresTest : public testing::TestWithParam<Engine> {
 protected:
  StoresTest()
      : database_(GetParam(), Migrations()),
        feed_(*database_, clock_),
        audit_(*database_, clock_),
        assignments_(*database_, feed_, audit_, clock_),
        progress_(*database_),
        reports_(*database_),
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

  static constexpr int kToday = 20'000;

  absl::StatusOr<std::vector<ProgressRecord>> Watch(const AssignmentKey& key, const std::string& part, int64_t to,
                                                    ProgressUpdate update = {}) {
    return progress_.Update(
        key, part, kToday,
        [&](const std::vector<ProgressRecord>& progress, const std::optional<WatchAccount>& account) {
          update.part = Find(progress, part);
          update.part.position = to;
          update.part.watched.Add(0, to);
          update.part.updated_at = clock_.Now();
          update.account = {.credit = account.value_or(WatchAccount()).credit + 1, .updated_at = clock_.Now()};
          return update;
        });
  }

  static PartState Find(const std::vector<ProgressRecord>& progress, const std::string& part) {
    for (const ProgressRecord& record : progress) {
      if (record.part_id == part) return record.state;
    }
    return {};
  }

  absl::Status ForgetLearner(const std::string& id, int64_t position) {
    return removals_.ForgetLearner(id, RemovalStore::Told{"auth", position});
  }
  absl::Status ForgetCourse(const std::string& id, int64_t position) {
    return removals_.ForgetCourse(id, RemovalStore::Told{"catalog", position});
  }

  FakeClock clock_;
  TestDatabase database_;
  ChangeFeed feed_;
  AuditOutbox audit_;
  AssignmentStore assignments_;
  ProgressStore progress_;
  ReportStore reports_;
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
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}}, {.start = 7, .expiry = 8}).ok());
  ASSERT_TRUE(assignments_.SetWindow(kCause, id, {.start = 1, .expiry = 2}).ok());
  ASSERT_TRUE(assignments_.Remove(kCause, {{"c1", "l1"}, {"c1", "nobody"}}).ok());
  std::vector<v1::AssignmentChanged> events = Events();
  ASSERT_EQ(events.size(), 4u);
  for (size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].assignment_id(), id);
    EXPECT_EQ(events[i].removed(), i == 3);
  }
}

TEST_P(StoresTest, WhatIsAsItWasMakesNoEvent) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}}, kWindow).ok());
  AssignmentRecord before = *assignments_.Find({"c1", "l1"});
  EXPECT_EQ(*assignments_.Assign(kCause, {{"c1", "l1"}}, kWindow), std::vector<Assigned>{Assigned::kUnchanged});
  EXPECT_EQ(assignments_.SetWindow(kCause, before.id, kWindow)->window, kWindow);
  EXPECT_EQ(*assignments_.SetExpiries(kCause, {{before.id, {"c1", "l1"}, {.start = 0, .expiry = 1}, 9}}), 0)
      << "it has other dates by now";
  EXPECT_EQ(Events().size(), 1u);
  EXPECT_EQ(audit_.Read(100)->size(), 1u);
}

TEST_P(StoresTest, AnAssignTellsWhatBecameOfEachKey) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c1", "l2"}}, kWindow).ok());
  ASSERT_TRUE(ForgetLearner("l4", 1).ok());
  std::vector<AssignmentKey> keys = {{"c1", "l1"}, {"c1", "l3"}, {"c1", "l4"}};
  using Outcomes = std::vector<Assigned>;
  EXPECT_EQ(*assignments_.Assign(kCause, keys, {.start = 1, .expiry = 2}, {.keep_existing = true, .skip_gone = true}),
            (Outcomes{Assigned::kKept, Assigned::kCreated, Assigned::kGone}));
  EXPECT_EQ(assignments_.Find({"c1", "l1"})->window, kWindow);
  EXPECT_EQ(*assignments_.Assign(kCause, keys, {.start = 1, .expiry = 2}, {.skip_gone = true}),
            (Outcomes{Assigned::kMoved, Assigned::kUnchanged, Assigned::kGone}));
}

TEST_P(StoresTest, ExpiriesAreMovedInOneStep) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c1", "l2"}}, kWindow).ok());
  std::vector<ExpiryChange> changes;
  for (const char* learner : {"l1", "l2"}) {
    changes.push_back({assignments_.Find({"c1", learner})->id, {"c1", learner}, kWindow, 5000});
  }
  EXPECT_EQ(*assignments_.SetExpiries(kCause, changes), 2);
  EXPECT_EQ(assignments_.Find({"c1", "l2"})->window, (Window{.start = kWindow.start, .expiry = 5000}));
  EXPECT_EQ(Events().size(), 4u);
  EXPECT_EQ(audit_.Read(100)->back().event.details().at("expiryDate"), "1970-01-01T00:00:05.000Z");
}

TEST_P(StoresTest, CountsOfAssignmentsAgreeWithTheAccessDecision) {
  int64_t expected[3] = {};
  for (int i = 0; i < 40; ++i) {
    Window window{.start = 100 + i % 8, .expiry = 100 + i % 8 + i % 5};
    ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l" + std::to_string(i)}}, window).ok());
    ++expected[static_cast<size_t>(DecideAccess(window, 105))];
  }
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c2", "l1"}}, {.start = 105, .expiry = 105}).ok());
  AssignmentCounts course = reports_.OfCourse("c1", 105)->assignments;
  EXPECT_EQ(course.assigned, 40);
  EXPECT_EQ(course.upcoming, expected[0]);
  EXPECT_EQ(course.active, expected[1]);
  EXPECT_EQ(course.expired, expected[2]);
  AssignmentCounts all = *reports_.OfAll(105);
  EXPECT_EQ(all.active, expected[1] + 1);
  EXPECT_EQ(all.assigned, 41);
  EXPECT_EQ(*reports_.Expiring(105, 1000), expected[1] + 1);
  EXPECT_EQ(*reports_.Expiring(105, 105), 0);
}

TEST_P(StoresTest, FiguresTellWhoWatchesAndWhereViewersStop) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c1", "l2"}, {"c1", "l3"}, {"c2", "l1"}}, kWindow).ok());
  ASSERT_TRUE(Watch({"c1", "l1"}, "p1", 10, {.added = 10, .stopped_in = 3, .buckets = 0b1011}).ok());
  ASSERT_TRUE(Watch({"c1", "l2"}, "p1", 10, {.added = 20, .stopped_in = 3, .buckets = 0b1}).ok());
  UnixMillis completed_at = clock_.Now();
  ASSERT_TRUE(Watch({"c1", "l2"}, "p2", 10, {.added = 5, .course_completed = true}).ok());
  clock_.Advance(1000);
  ASSERT_TRUE(Watch({"c1", "l2"}, "p2", 10, {.course_completed = true}).ok());
  CourseCounts counts = *reports_.OfCourse("c1", 1500);
  EXPECT_EQ(counts.started, 2);
  EXPECT_EQ(counts.completed, 1);
  EXPECT_EQ(*reports_.Completions("c1", 0), std::vector<UnixMillis>{completed_at}) << "the first time counts";
  EXPECT_TRUE(reports_.Completions("c1", completed_at + 1)->empty());
  std::vector<PartCounts> parts = *reports_.Parts("c1");
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].viewers, 2);
  EXPECT_EQ(parts[0].completed, 0);
  EXPECT_EQ(parts[0].stopped[3], 2);
  EXPECT_EQ(parts[0].watched[0], 2);
  EXPECT_EQ(parts[0].watched[1], 1);
  EXPECT_EQ(parts[0].watched[2], 0);
  EXPECT_EQ(parts[1].completed, 1);
  std::vector<DayCounts> days = *reports_.Days(kToday);
  ASSERT_EQ(days.size(), 1u);
  EXPECT_EQ(days[0].watched, 35);
  EXPECT_EQ(days[0].learners, 2);
  EXPECT_EQ(*reports_.Watchers(kToday), 2);
  EXPECT_EQ(*reports_.Watchers(kToday + 1), 0);
  ASSERT_TRUE(assignments_.Remove(kCause, {{"c1", "l2"}}).ok());
  EXPECT_EQ(reports_.OfCourse("c1", 1500)->completed, 0) << "only of those assigned";
}

TEST_P(StoresTest, ALearnersAccountIsOneOverAllCourses) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c2", "l1"}}, kWindow).ok());
  ASSERT_TRUE(Watch({"c1", "l1"}, "p1", 10).ok());
  ASSERT_TRUE(Watch({"c2", "l1"}, "p9", 10).ok());
  std::optional<WatchAccount> seen;
  ASSERT_TRUE(progress_
                  .Update({"c1", "l1"}, "p1", kToday,
                          [&](const std::vector<ProgressRecord>&, const std::optional<WatchAccount>& account) {
                            seen = account;
                            return ProgressUpdate();
                          })
                  .ok());
  ASSERT_TRUE(seen.has_value());
  EXPECT_EQ(seen->credit, 2);
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
        auto saved = progress_.Update(
            {"c1", "l1"}, "p1", kToday,
            [&](const std::vector<ProgressRecord>& progress, const std::optional<WatchAccount>& account) {
              ProgressUpdate update{.part = Find(progress, "p1")};
              update.part.watched.Add(from, from + 10);
              return update;
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
  ASSERT_TRUE(ForgetLearner("l1", 7).ok());
  EXPECT_TRUE(assignments_.OfLearner("l1")->empty());
  EXPECT_TRUE(progress_.OfLearner("l1")->empty());
  EXPECT_EQ(assignments_.OfCourse("c1")->size(), 1u);
  EXPECT_EQ(progress_.OfLearner("l2")->size(), 1u);
  EXPECT_EQ(*removals_.Position("auth"), 7);
  EXPECT_EQ(*removals_.Position("catalog"), 0);
  std::vector<v1::AssignmentChanged> events = Events();
  ASSERT_EQ(events.size(), 5u);
  EXPECT_TRUE(events[3].removed() && events[4].removed());
  EXPECT_TRUE(ForgetLearner("l1", 7).ok()) << "an event may come twice";
  EXPECT_EQ(*removals_.Learners(), std::vector<std::string>{"l2"});
  EXPECT_EQ(*removals_.Courses(), std::vector<std::string>{"c1"});
  EXPECT_EQ(*reports_.Watchers(0), 1);
}

TEST_P(StoresTest, ARemovedCourseLeavesNothing) {
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c2", "l1"}}, kWindow).ok());
  ASSERT_TRUE(Watch({"c1", "l1"}, "p1", 10).ok());
  ASSERT_TRUE(ForgetCourse("c1", 9).ok());
  EXPECT_TRUE(assignments_.OfCourse("c1")->empty());
  EXPECT_TRUE(progress_.OfLearner("l1")->empty());
  EXPECT_EQ(assignments_.OfLearner("l1")->size(), 1u);
  EXPECT_EQ(*removals_.Position("catalog"), 9);
}

TEST_P(StoresTest, AnAssignmentThatRacedWithARemovalIsRefusedAsAWhole) {
  ASSERT_TRUE(ForgetLearner("l2", 1).ok());
  ASSERT_TRUE(ForgetCourse("c9", 1).ok());
  EXPECT_EQ(DetailOf(assignments_.Assign(kCause, {{"c1", "l1"}, {"c1", "l2"}}, kWindow).status()).reason,
            "user_not_found");
  EXPECT_EQ(DetailOf(assignments_.Assign(kCause, {{"c1", "l1"}, {"c9", "l1"}}, kWindow).status()).reason,
            "course_not_found");
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
  AuditContext audit = kCause;
  audit.names = {{"c1", "Algebra"}, {"l1", "Amal"}};
  ASSERT_TRUE(assignments_.Assign(audit, {{"c1", "l1"}, {"c1", "l2"}}, kWindow).ok());
  ASSERT_TRUE(assignments_.Assign(audit, {{"c1", "l1"}}, {.start = 5, .expiry = 6}).ok());
  std::string id = assignments_.Find({"c1", "l2"})->id;
  ASSERT_TRUE(assignments_.SetWindow(audit, id, {.start = 1, .expiry = 2}).ok());
  ASSERT_TRUE(assignments_.Remove(audit, {{"c1", "l1"}, {"c1", "nobody"}}).ok());
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
  ASSERT_TRUE(ForgetLearner("l2", 1).ok());
  EXPECT_FALSE(assignments_.Assign(kCause, {{"c1", "l1"}, {"c1", "l2"}}, kWindow).ok());
  EXPECT_TRUE(audit_.Read(100)->empty());
}

INSTANTIATE_TEST_SUITE_P(Engines, StoresTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment

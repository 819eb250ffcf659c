#include "services/enrollment/reports/report_store.h"

#include <gtest/gtest.h>

#include "services/enrollment/access/access.h"
#include "services/enrollment/testing/stores_fixture.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

class ReportStoreTest : public StoresUnderTest {
 protected:
  CourseCounts Course(UnixMillis now) {
    return ReadStore([&](soci::session& sql) { return CountCourse(sql, "c1", now); });
  }
  std::vector<UnixMillis> Completions(UnixMillis since) {
    return ReadStore([&](soci::session& sql) { return ListCompletions(sql, "c1", since); });
  }
  int64_t Watchers(int first) {
    return ReadStore([&](soci::session& sql) { return CountWatchers(sql, first); });
  }
};

TEST_P(ReportStoreTest, CountsOfAssignmentsAgreeWithTheAccessDecision) {
  int64_t expected[3] = {};
  for (int i = 0; i < 40; ++i) {
    Window window{.start = 100 + i % 8, .expiry = 100 + i % 8 + i % 5};
    ASSERT_OK(Assign({{"c1", "l" + std::to_string(i)}}, window));
    ++expected[static_cast<size_t>(DecideAccess(window, 105))];
  }
  ASSERT_OK(Assign({{"c2", "l1"}}, {.start = 105, .expiry = 105}));
  AssignmentCounts course = Course(105).assignments;
  EXPECT_EQ(course.assigned, 40);
  EXPECT_EQ(course.upcoming, expected[0]);
  EXPECT_EQ(course.active, expected[1]);
  EXPECT_EQ(course.expired, expected[2]);
  AssignmentCounts all = ReadStore([](soci::session& sql) { return CountAssignments(sql, 105); });
  EXPECT_EQ(all.active, expected[1] + 1);
  EXPECT_EQ(all.assigned, 41);
  EXPECT_EQ(ReadStore([](soci::session& sql) { return CountExpiring(sql, 105, 1000); }), expected[1] + 1);
  EXPECT_EQ(ReadStore([](soci::session& sql) { return CountExpiring(sql, 105, 105); }), 0);
}

TEST_P(ReportStoreTest, FiguresTellWhoWatchesAndWhereViewersStop) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}, {"c1", "l3"}, {"c2", "l1"}}, kWindow));
  ASSERT_OK(Watch({"c1", "l1"}, "p1", 10, {.added = 10, .figures = {.stopped_in = 3, .watched_buckets = 0b1011}}));
  ASSERT_OK(Watch({"c1", "l2"}, "p1", 10, {.added = 20, .figures = {.stopped_in = 3, .watched_buckets = 0b1}}));
  UnixMillis completed_at = clock_.Now();
  ASSERT_OK(Watch({"c1", "l2"}, "p2", 10, {.added = 5, .course_completed = true}));
  clock_.Advance(absl::Seconds(1));
  ASSERT_OK(Watch({"c1", "l2"}, "p2", 10, {.course_completed = true}));
  CourseCounts counts = Course(1500);
  EXPECT_EQ(counts.started, 2);
  EXPECT_EQ(counts.completed, 1);
  EXPECT_EQ(Completions(0), std::vector<UnixMillis>{completed_at}) << "the first time counts";
  EXPECT_TRUE(Completions(completed_at + 1).empty());
  std::vector<PartCounts> parts = ReadStore([](soci::session& sql) { return ListPartCounts(sql, "c1"); });
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].viewers, 2);
  EXPECT_EQ(parts[0].completed, 0);
  EXPECT_EQ(parts[0].stopped[3], 2);
  EXPECT_EQ(parts[0].watched[0], 2);
  EXPECT_EQ(parts[0].watched[1], 1);
  EXPECT_EQ(parts[0].watched[2], 0);
  EXPECT_EQ(parts[1].completed, 1);
  std::vector<DayCounts> days = ReadStore([](soci::session& sql) { return ListDayCounts(sql, kToday); });
  ASSERT_EQ(days.size(), 1u);
  EXPECT_EQ(days[0].watched, 35);
  EXPECT_EQ(days[0].learners, 2);
  EXPECT_EQ(Watchers(kToday), 2);
  EXPECT_EQ(Watchers(kToday + 1), 0);
  ASSERT_OK(Unassign({{"c1", "l2"}}));
  EXPECT_EQ(Course(1500).completed, 0) << "only of those assigned";
}

TEST_P(ReportStoreTest, ADayIsTheSumOfWhatAllConnectionsWrote) {
  auto other = Database::Open({.url = database_.url()}, Migrations());
  ASSERT_OK(other);
  for (Database* database : {&*database_, other->get()}) {
    for (int day : {kToday, kToday + 1, kToday}) {
      ASSERT_OK(database->Write([&](Transaction& tx) -> absl::Status {
        AddToWatchedDay(tx, day, 100, 2);
        return absl::OkStatus();
      }));
    }
  }
  std::vector<DayCounts> days = ReadStore([](soci::session& sql) { return ListDayCounts(sql, kToday); });
  ASSERT_EQ(days.size(), 2u);
  EXPECT_EQ(days[0].day, kToday);
  EXPECT_EQ(days[0].watched, 400);
  EXPECT_EQ(days[0].learners, 8);
  EXPECT_EQ(days[1].watched, 200);
}

TEST_P(ReportStoreTest, DaysOutliveTheChangeToSlots) {
  std::vector<Migration> before = Migrations();
  std::erase_if(before, [](const Migration& migration) { return migration.version >= 10; });
  TestDatabase database(GetParam(), before);
  ASSERT_OK(database->Write([](Transaction& tx) -> absl::Status {
    Execute(tx.sql(), "INSERT INTO watched_days (day, watched_ms, learners) VALUES (20000, 5000000000, 3)");
    return absl::OkStatus();
  }));
  auto migrated = Database::Open({.url = database.url()}, Migrations());
  ASSERT_OK(migrated);
  ASSERT_OK((*migrated)->Write([](Transaction& tx) -> absl::Status {
    AddToWatchedDay(tx, kToday, 7, 1);
    return absl::OkStatus();
  }));
  auto days = (*migrated)->Read(
      [](soci::session& sql) -> absl::StatusOr<std::vector<DayCounts>> { return ListDayCounts(sql, 0); });
  ASSERT_OK(days);
  ASSERT_EQ(days->size(), 1u);
  EXPECT_EQ(days->at(0).watched, 5'000'000'007);
  EXPECT_EQ(days->at(0).learners, 4);
}

INSTANTIATE_TEST_SUITE_P(Engines, ReportStoreTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment

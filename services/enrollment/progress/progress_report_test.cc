#include "services/enrollment/progress/progress_report.h"

#include <gtest/gtest.h>

#include <thread>

#include "services/enrollment/testing/stores_fixture.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

class ProgressReportTest : public StoresUnderTest {
 protected:
  // Reports that [from, to) of a part was watched.
  absl::StatusOr<std::vector<ProgressRecord>> Report(const AssignmentKey& key, const std::string& part, int64_t from,
                                                     int64_t to) {
    CourseOutline course{.id = key.course_id,
                         .parts = {{.id = "p1", .duration = 1000}, {.id = "p2", .duration = 1000}}};
    ProgressReport report{.learner_id = key.learner_id,
                          .course = course,
                          .part = *course.Find(part),
                          .watched = {.position = to, .watched = {{from, to}}},
                          .at = clock_.Now(),
                          .day = kToday};
    return database_->Write([&](Transaction& tx) -> absl::StatusOr<std::vector<ProgressRecord>> {
      return StoreReport(tx.sql(), report, ProgressRules());
    });
  }
};

TEST_P(ProgressReportTest, ReturnsTheProgressInTheWholeCourse) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c2", "l1"}}));
  ASSERT_OK(Report({"c1", "l1"}, "p1", 0, 10));
  ASSERT_OK(Report({"c1", "l1"}, "p2", 0, 20));
  ASSERT_OK(Report({"c2", "l1"}, "p1", 0, 30));
  auto after = Report({"c1", "l1"}, "p1", 0, 50);
  ASSERT_OK(after);
  ASSERT_EQ(after->size(), 2u);
  EXPECT_EQ(after->at(0).part_id, "p1");
  EXPECT_EQ(after->at(0).state.watched.ToText(), "0-50");
  EXPECT_EQ(after->at(1).state.watched.ToText(), "0-20");
  EXPECT_EQ(ProgressOfCourse({"c1", "l1"}).at(0).state.position, 50);
}

TEST_P(ProgressReportTest, ALearnersAccountIsOneOverAllCourses) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c2", "l1"}}));
  ASSERT_OK(Report({"c1", "l1"}, "p1", 0, 10));
  ASSERT_OK(Report({"c2", "l1"}, "p2", 0, 20));
  auto watcher = ReadStore([](soci::session& sql) { return FindWatcher(sql, "l1"); });
  ASSERT_TRUE(watcher.has_value());
  EXPECT_EQ(watcher->account.credit, absl::ToInt64Milliseconds(ProgressRules().burst) - 30);
  EXPECT_EQ(watcher->last_day, kToday);
}

TEST_P(ProgressReportTest, ProgressOutlivesTheAssignment) {
  ASSERT_OK(Assign({{"c1", "l1"}}));
  ASSERT_OK(Report({"c1", "l1"}, "p1", 0, 10));
  ASSERT_OK(Unassign({{"c1", "l1"}}));
  EXPECT_EQ(ProgressOfCourse({"c1", "l1"}).size(), 1u);
}

TEST_P(ProgressReportTest, TwoTabsNeverLoseGround) {
  ASSERT_OK(Assign({{"c1", "l1"}}));
  std::vector<std::thread> tabs;
  for (int tab = 0; tab < 2; ++tab) {
    tabs.emplace_back([&, tab] {
      for (int i = 0; i < 20; ++i) {
        int64_t from = (2 * i + tab) * 10;
        EXPECT_OK(Report({"c1", "l1"}, "p1", from, from + 10));
      }
    });
  }
  for (std::thread& tab : tabs) tab.join();
  EXPECT_EQ(ProgressOfCourse({"c1", "l1"}).at(0).state.watched.ToText(), "0-400");
}

INSTANTIATE_TEST_SUITE_P(Engines, ProgressReportTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment

#include "services/enrollment/progress/progress_report.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "services/enrollment/converters.h"
#include "services/enrollment/testing/stores_fixture.h"
#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/enrollment/upstream_sync/binned/binned_store.h"
#include "services/platform/base/status.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using Records = std::vector<ProgressRecord>;

v1::UpdateProgressRequest Watched(const std::string& part, double from, double to) {
  v1::UpdateProgressRequest request;
  request.set_part_id(part);
  request.set_position(to);
  request.add_watched()->set_from(from);
  request.mutable_watched(0)->set_to(to);
  return request;
}

class ProgressReportTest : public StoresUnderTest {
 protected:
  // Reports that [from, to), in seconds, of a part was watched.
  absl::StatusOr<Records> Report(const AssignmentKey& key, const std::string& part, double from, double to) {
    CourseOutline course{.id = key.course_id,
                         .parts = {{.id = "p1", .duration = 1'000'000}, {.id = "p2", .duration = 1'000'000}}};
    const v1::UpdateProgressRequest request = Watched(part, from, to);
    return database_->Write([&](Transaction& tx) -> absl::StatusOr<Records> {
      return StoreReports(tx, {{.key = key, .course = course, .request = request}}, clock_.Now(), kToday,
                          ProgressRules())
          .front();
    });
  }
  absl::Status AssignNow(const std::vector<AssignmentKey>& keys) {
    return Assign(keys, {.start = 0, .expiry = 2 * clock_.Now()}).status();
  }
};

TEST_P(ProgressReportTest, ReturnsTheProgressInTheWholeCourse) {
  ASSERT_OK(AssignNow({{"c1", "l1"}, {"c2", "l1"}}));
  ASSERT_OK(Report({"c1", "l1"}, "p2", 0, 20));
  ASSERT_OK(Report({"c1", "l1"}, "p1", 0, 10));
  ASSERT_OK(Report({"c2", "l1"}, "p1", 0, 30));
  auto after = Report({"c1", "l1"}, "p1", 0, 50);
  ASSERT_OK(after);
  ASSERT_EQ(after->size(), 2u);
  EXPECT_EQ(after->at(0).part_id, "p1");
  EXPECT_EQ(after->at(0).state.watched.ToText(), "0-50000");
  EXPECT_EQ(after->at(1).state.watched.ToText(), "0-20000");
  EXPECT_EQ(ProgressOfCourse({"c1", "l1"}).at(0).state.position, 50'000);
}

TEST_P(ProgressReportTest, ALearnersAccountIsOneOverAllCourses) {
  ASSERT_OK(AssignNow({{"c1", "l1"}, {"c2", "l1"}}));
  ASSERT_OK(Report({"c1", "l1"}, "p1", 0, 10));
  ASSERT_OK(Report({"c2", "l1"}, "p2", 0, 20));
  auto watchers = ReadStore([](soci::session& sql) { return ListWatchers(sql, {"l1"}); });
  ASSERT_EQ(watchers.size(), 1u);
  EXPECT_EQ(watchers[0].account.credit, absl::ToInt64Milliseconds(ProgressRules().burst) - 30'000);
  EXPECT_EQ(watchers[0].last_day, kToday);
}

TEST_P(ProgressReportTest, ProgressOutlivesTheAssignment) {
  ASSERT_OK(AssignNow({{"c1", "l1"}}));
  ASSERT_OK(Report({"c1", "l1"}, "p1", 0, 10));
  ASSERT_OK(Unassign({{"c1", "l1"}}));
  EXPECT_THAT(Report({"c1", "l1"}, "p1", 10, 20), HasReason("assignment_not_found"));
  EXPECT_EQ(ProgressOfCourse({"c1", "l1"}).at(0).state.watched.ToText(), "0-10000");
}

TEST_P(ProgressReportTest, TwoTabsNeverLoseGround) {
  ASSERT_OK(AssignNow({{"c1", "l1"}}));
  std::vector<std::thread> tabs;
  for (int tab = 0; tab < 2; ++tab) {
    tabs.emplace_back([&, tab] {
      for (int i = 0; i < 20; ++i) {
        const int from = 2 * i + tab;
        EXPECT_OK(Report({"c1", "l1"}, "p1", from, from + 1));
      }
    });
  }
  for (std::thread& tab : tabs) tab.join();
  EXPECT_EQ(ProgressOfCourse({"c1", "l1"}).at(0).state.watched.ToText(), "0-40000");
}

INSTANTIATE_TEST_SUITE_P(Engines, ProgressReportTest, testing::ValuesIn(TestEngines()), EngineName);

// The same random reports are stored in batches in one database, and one by one in another.
class ReportsTogetherTest : public StoresUnderTest {
 protected:
  struct Sent {
    AssignmentKey key;
    v1::UpdateProgressRequest request;
  };

  ReportsTogetherTest() : alone_(GetParam(), Migrations()) {
    for (TestDatabase* database : {&database_, &alone_}) {
      EXPECT_OK((*database)->Write([&](Transaction& tx) -> absl::Status {
        for (const auto& [key, window] : Assignments()) {
          InsertAssignment(
              tx.sql(),
              {.id = key.first + key.second, .course_id = key.first, .learner_id = key.second, .window = window});
        }
        SetBinned(tx.sql(), ListKind::kLearners, "binned");
        MarkAbsent(tx.sql(), ListKind::kLearners, "absent", 0);
        return absl::OkStatus();
      }));
    }
  }

  std::map<std::pair<std::string, std::string>, Window> Assignments() const {
    const Window now{.start = 0, .expiry = 2 * clock_.Now()};
    std::map<std::pair<std::string, std::string>, Window> assignments;
    for (const char* learner : {"l1", "l2", "l3", "binned", "absent"}) {
      for (const char* course : {"c1", "c2"}) assignments[{course, learner}] = now;
    }
    assignments[{"c1", "late"}] = {.start = 0, .expiry = 1};
    assignments[{"c1", "early"}] = {.start = now.expiry, .expiry = now.expiry};
    return assignments;
  }

  template <typename T>
  T OneOf(const std::vector<T>& values) {
    return values[std::uniform_int_distribution<size_t>(0, values.size() - 1)(random_)];
  }

  Sent RandomReport() {
    const double from = OneOf<double>({0, 0, 5, 10, 50, 90});
    Sent sent{.key = {.course_id = OneOf<std::string>({"c1", "c1", "c2"}),
                      .learner_id = OneOf<std::string>(
                          {"l1", "l1", "l1", "l2", "l2", "l3", "binned", "absent", "late", "early", "nobody"})},
              .request = Watched(OneOf<std::string>({"p1", "p2", "p3", "p1", "p2", "unready", "unknown"}), from,
                                 from + OneOf<double>({0, 1, 10, 60, 100}))};
    sent.request.set_course_id(sent.key.course_id);
    return sent;
  }

  static const CourseOutline& OutlineOf(const std::string& course_id) {
    static const std::map<std::string, CourseOutline> courses = {
        {"c1",
         {.id = "c1",
          .parts = {{.id = "p2", .duration = 100'000},
                    {.id = "p1", .duration = 60'000},
                    {.id = "unready", .duration = 0}}}},
        {"c2", {.id = "c2", .parts = {{.id = "p1", .duration = 60'000}, {.id = "p3", .duration = 160'000}}}}};
    return courses.at(course_id);
  }

  // Stores the reports and appends what they are answered.
  void Store(TestDatabase& database, const std::vector<Sent>& batch, int day, std::vector<std::string>& answers) {
    std::vector<ProgressReport> reports;
    for (const Sent& sent : batch) {
      reports.push_back({.key = sent.key, .course = OutlineOf(sent.key.course_id), .request = sent.request});
    }
    std::vector<absl::StatusOr<Records>> results;
    EXPECT_OK(database->Write([&](Transaction& tx) -> absl::Status {
      results = StoreReports(tx, reports, clock_.Now(), day, ProgressRules());
      return absl::OkStatus();
    }));
    ASSERT_EQ(results.size(), batch.size());
    for (size_t i = 0; i < batch.size(); ++i) {
      const absl::Status& status = results[i].status();
      answers.push_back(status.ok() ? ToProgress(reports[i].course, *results[i], ProgressRules()).DebugString()
                                    : DetailOf(status).reason + ' ' + status.ToString());
    }
  }

  static std::vector<std::string> RowsOf(TestDatabase& database) {
    auto rows = database->Read([](soci::session& sql) -> absl::StatusOr<std::vector<std::string>> {
      return Query<std::string>(
          sql,
          "SELECT 'part ' || learner_id || ' ' || course_id || ' ' || part_id || ' ' || position_ms || ' ' || watched"
          " || ' ' || completed || ' ' || updated_at || ' ' || stopped_in || ' ' || stretches FROM part_progress"
          " UNION ALL SELECT 'watcher ' || learner_id || ' ' || credit_ms || ' ' || updated_at || ' ' || last_day"
          " FROM watchers"
          " UNION ALL SELECT 'course ' || course_id || ' ' || learner_id || ' ' || started_at || ' ' || completed_at"
          " FROM course_progress"
          " UNION ALL SELECT 'day ' || day || ' ' || watched_ms || ' ' || learners FROM"
          " (SELECT day, SUM(watched_ms) AS watched_ms, SUM(learners) AS learners FROM watched_days GROUP BY day) days"
          " ORDER BY 1");
    });
    EXPECT_OK(rows);
    return *rows;
  }

  TestDatabase alone_;
  std::mt19937 random_;
};

TEST_P(ReportsTogetherTest, AreStoredAndAnsweredAsOneByOne) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_.seed(seed);
    int day = kToday + 100 * static_cast<int>(seed);
    std::map<std::string, int> refused;
    for (int round = 0; round < 40; ++round) {
      std::vector<Sent> batch(OneOf<size_t>({1, 2, 5, 17, 40}));
      for (Sent& sent : batch) sent = RandomReport();
      std::vector<std::string> together;
      std::vector<std::string> alone;
      Store(database_, batch, day, together);
      for (const Sent& sent : batch) Store(alone_, {sent}, day, alone);
      ASSERT_EQ(together, alone) << "round " << round;
      ASSERT_EQ(RowsOf(database_), RowsOf(alone_)) << "round " << round;
      for (const std::string& answer : alone) {
        for (const char* reason :
             {"assignment_not_found", "course_not_started", "course_expired", "part_not_found", "validation_failed"}) {
          if (answer.find(reason) != answer.npos) ++refused[reason];
        }
      }
      // A clock may be set back.
      clock_.Advance(OneOf<absl::Duration>({absl::Seconds(0), absl::Seconds(5), absl::Seconds(40), absl::Seconds(-3)}));
      if (OneOf<int>({0, 0, 0, 1}) == 1) ++day;
    }
    EXPECT_EQ(refused.size(), 5u) << "each way to refuse a report happened";
    EXPECT_GT(ReadStore([](soci::session& sql) {
                return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM course_progress WHERE completed_at > 0");
              }),
              0);
  }
}

TEST_P(ReportsTogetherTest, BuildOnEachOther) {
  std::vector<std::string> answers;
  Store(database_,
        {{.key = {"c2", "l1"}, .request = Watched("p1", 0, 10)},
         {.key = {"c2", "l1"}, .request = Watched("p1", 10, 60)},
         {.key = {"c2", "l1"}, .request = Watched("p1", 0, 500)},
         {.key = {"c2", "l1"}, .request = Watched("p3", 0, 160)}},
        kToday, answers);
  EXPECT_NE(answers[0].find("watched_seconds: 10\n"), std::string::npos) << answers[0];
  EXPECT_NE(answers[1].find("watched_seconds: 60\n"), std::string::npos) << answers[1];
  EXPECT_NE(answers[2].find("validation_failed"), std::string::npos) << answers[2];
  EXPECT_NE(answers[3].find("watched_seconds: 60\n"), std::string::npos) << "two minutes to begin with: " << answers[3];
  std::vector<ProgressRecord> stored = ProgressOfCourse({"c2", "l1"});
  ASSERT_EQ(stored.size(), 2u);
  EXPECT_TRUE(stored[0].state.completed);
}

INSTANTIATE_TEST_SUITE_P(Engines, ReportsTogetherTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment

// A fresh database of the engine under test, with the change feed and the audit outbox, for tests of stores and of the
// changes built on them.
//
// Use from the test's thread; functions that call the database may be used from any thread.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "academy/enrollment/v1/access.pb.h"
#include "services/enrollment/assignments/assignment_changes.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/progress/progress_store.h"
#include "services/enrollment/schema.h"
#include "services/enrollment/write_deps.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy::enrollment {

// Data that a report stores besides a part's watched time.
struct StoredReport {
  int64_t added = 0;
  PartFigures figures = {};
  bool course_completed = false;
};

class StoresUnderTest : public testing::TestWithParam<Engine> {
 protected:
  StoresUnderTest()
      : database_(GetParam(), Migrations()),
        feed_(*database_, clock_),
        audit_(*database_, clock_),
        deps_{*database_, feed_, audit_, clock_} {}

  static constexpr Window kWindow{.start = 1000, .expiry = 2000};
  // Days since 1970.
  static constexpr int kToday = 20'000;

  static AuditContext Manager() { return {.caller = {.kind = CallerKind::kManager, .id = "manager"}, .names = {}}; }

  absl::StatusOr<std::vector<AssignOutcome>> Assign(const std::vector<AssignmentKey>& keys,
                                                    const Window& window = kWindow, const AssignOptions& options = {},
                                                    const AuditContext& context = Manager()) {
    return enrollment::Assign(deps_, context, SpecsOf(keys, window), options);
  }
  absl::Status Unassign(const std::vector<AssignmentKey>& keys, const AuditContext& context = Manager()) {
    return enrollment::Unassign(deps_, context, keys);
  }

  // Runs store functions on a snapshot.
  template <typename Read>
  auto ReadStore(Read read) {
    using Value = std::invoke_result_t<Read, soci::session&>;
    auto value = database_->Read([&](soci::session& sql) -> absl::StatusOr<Value> { return read(sql); });
    EXPECT_TRUE(value.ok()) << value.status();
    return *std::move(value);
  }

  std::optional<AssignmentRecord> Find(const AssignmentKey& key) {
    return ReadStore([&](soci::session& sql) { return FindAssignmentOf(sql, key); });
  }
  std::vector<AssignmentRecord> AssignmentsOfCourse(const std::string& course) {
    return ReadStore([&](soci::session& sql) { return ListAssignmentsOfCourse(sql, course); });
  }
  std::vector<AssignmentRecord> AssignmentsOfLearner(const std::string& learner) {
    return ReadStore([&](soci::session& sql) { return ListAssignmentsOfLearner(sql, learner); });
  }
  std::vector<ProgressRecord> ProgressOfLearner(const std::string& learner) {
    return ReadStore([&](soci::session& sql) { return ListProgressOfLearner(sql, learner); });
  }
  std::vector<ProgressRecord> ProgressOfCourse(const AssignmentKey& key) {
    return ReadStore([&](soci::session& sql) { return ListProgressOfCourse(sql, key); });
  }

  // Stores that [0, to) of a part was watched on kToday, as a report does.
  absl::Status Watch(const AssignmentKey& key, const std::string& part, int64_t to, const StoredReport& stored = {}) {
    return database_->Write([&](Transaction& tx) -> absl::Status {
      soci::session& sql = tx.sql();
      std::vector<ProgressRecord> present = ListProgressOfCourse(sql, key);
      ProgressRecord record{.course_id = key.course_id, .part_id = part, .state = {}};
      for (const ProgressRecord& each : present) {
        if (each.part_id == part) record = each;
      }
      record.state.position = to;
      record.state.watched.Add(0, to);
      record.state.updated_at = clock_.Now();
      const StoredPart watched{.learner_id = key.learner_id, .progress = record, .figures = stored.figures};
      PutPartProgress(sql, {watched});
      SetPartFigures(sql, {watched});
      const int new_today = ListWatchers(sql, {key.learner_id}).empty() ? 1 : 0;
      PutWatchers(
          sql,
          {{.learner_id = key.learner_id, .account = {.credit = 0, .updated_at = clock_.Now()}, .last_day = kToday}});
      AddToWatchedDay(tx, kToday, stored.added, new_today);
      if (present.empty() || stored.course_completed) {
        PutCourseProgress(sql, {{.key = key,
                                 .started_at = clock_.Now(),
                                 .completed_at = stored.course_completed ? clock_.Now() : UnixMillis{0}}});
      }
      return absl::OkStatus();
    });
  }

  // Returns all changes of assignments in the feed.
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

  FakeClock clock_;
  TestDatabase database_;
  ChangeFeed feed_;
  AuditOutbox audit_;
  const WriteDeps deps_;
};

}  // namespace academy::enrollment

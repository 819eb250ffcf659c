#include "services/enrollment/progress/progress_report.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/converters.h"

namespace academy::enrollment {
namespace {

// Stores the learner's account and counts the report for its day.
void StoreWatcher(soci::session& sql, const ProgressReport& report, const std::optional<WatcherRecord>& before,
                  const AppliedReport& applied) {
  bool counted = before.has_value() && before->last_day == report.day;
  if (counted) {
    UpdateWatchAccount(sql, report.learner_id, applied.account);
  } else {
    PutWatcher(sql, report.learner_id, {.account = applied.account, .last_day = report.day});
  }
  if (applied.added > 0 || !counted) AddToWatchedDay(sql, report.day, applied.added, counted ? 0 : 1);
}

}  // namespace

std::vector<ProgressRecord> StoreReport(soci::session& sql, const ProgressReport& report, const ProgressRules& rules) {
  AssignmentKey key{.course_id = report.course.id, .learner_id = report.learner_id};
  std::vector<ProgressRecord> records = ListProgressOfCourse(sql, key);
  std::optional<WatcherRecord> watcher = FindWatcher(sql, report.learner_id);
  std::optional<WatchAccount> account;
  if (watcher.has_value()) account = watcher->account;

  const bool first_of_course = records.empty();
  auto record = std::find_if(records.begin(), records.end(),
                             [&](const ProgressRecord& each) { return each.part_id == report.part.id; });
  const bool first_of_part = record == records.end();
  std::optional<PartState> before;
  if (first_of_part) {
    record = records.insert(record, {.course_id = report.course.id, .part_id = report.part.id, .state = {}});
  } else {
    before = std::move(record->state);
  }
  AppliedReport applied = ApplyReport(before, account, report.watched, report.part.duration, report.at, rules);
  record->state = std::move(applied.part);

  PartFigures figures{.stopped_in = StoppedIn(record->state, report.part.duration),
                      .watched_buckets = WatchedBuckets(record->state, report.part.duration)};
  (first_of_part ? InsertPartProgress : UpdatePartProgress)(sql, report.learner_id, *record, figures);
  StoreWatcher(sql, report, watcher, applied);
  bool completed = IsCompleted(report.course, records);
  if (first_of_course || completed) RecordCourseProgress(sql, key, record->state.updated_at, completed);
  return records;
}

}  // namespace academy::enrollment

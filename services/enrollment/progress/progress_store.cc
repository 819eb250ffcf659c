#include "services/enrollment/progress/progress_store.h"

#include <tuple>

#include "services/platform/base/log.h"
#include "services/platform/db/query.h"

namespace academy::enrollment {
namespace {

#define ACADEMY_PROGRESS_COLUMNS "course_id, part_id, position_ms, watched, completed, updated_at"

struct ProgressRow {
  std::string course_id;
  std::string part_id;
  int64_t position = 0;
  std::string watched;
  int completed = 0;
  UnixMillis updated_at = 0;

  auto Columns() { return std::tie(course_id, part_id, position, watched, completed, updated_at); }
  ProgressRecord ToRecord() const {
    ProgressRecord record{.course_id = course_id, .part_id = part_id, .state = {}};
    record.state.position = position;
    // Only this program writes the column. An unreadable value counts as not watched, because refusing every further
    // report of the part would be worse.
    if (!record.state.watched.Parse(watched)) LogError("progress unreadable", {{"part", part_id}});
    record.state.completed = completed != 0;
    record.state.updated_at = updated_at;
    return record;
  }
};

struct WatcherRow {
  WatcherRecord record;

  auto Columns() { return std::tie(record.account.credit, record.account.updated_at, record.last_day); }
  WatcherRecord ToRecord() const { return record; }
};

}  // namespace

std::vector<ProgressRecord> ListProgressOfLearner(soci::session& sql, const std::string& learner_id) {
  return Query<ProgressRow>(sql,
                            "SELECT " ACADEMY_PROGRESS_COLUMNS
                            " FROM part_progress WHERE learner_id = :learner ORDER BY course_id, part_id",
                            learner_id);
}

std::vector<ProgressRecord> ListProgressOfCourse(soci::session& sql, const AssignmentKey& key) {
  return Query<ProgressRow>(sql,
                            "SELECT " ACADEMY_PROGRESS_COLUMNS
                            " FROM part_progress WHERE learner_id = :learner AND course_id = :course ORDER BY part_id",
                            key.learner_id, key.course_id);
}

void InsertPartProgress(soci::session& sql, const std::string& learner_id, const ProgressRecord& record,
                        const PartFigures& figures) {
  const PartState& state = record.state;
  Execute(sql,
          "INSERT INTO part_progress (learner_id, course_id, part_id, position_ms, watched, completed, updated_at,"
          " stopped_in, stretches) VALUES (:learner, :course, :part, :position, :watched, :completed, :updated,"
          " :stopped, :buckets)",
          learner_id, record.course_id, record.part_id, state.position, state.watched.ToText(), state.completed,
          state.updated_at, figures.stopped_in, figures.watched_buckets);
}

void UpdatePartProgress(soci::session& sql, const std::string& learner_id, const ProgressRecord& record,
                        const PartFigures& figures) {
  const PartState& state = record.state;
  // Two statements, because the indexed statistics rarely change and an unchanged index page need not be written.
  Execute(sql,
          "UPDATE part_progress SET position_ms = :position, watched = :watched, completed = :completed,"
          " updated_at = :updated WHERE learner_id = :learner AND course_id = :course AND part_id = :part",
          state.position, state.watched.ToText(), state.completed, state.updated_at, learner_id, record.course_id,
          record.part_id);
  Execute(sql,
          "UPDATE part_progress SET stopped_in = :stopped, stretches = :buckets WHERE learner_id = :learner"
          " AND course_id = :course AND part_id = :part AND (stopped_in <> :stopped_now OR stretches <> :buckets_now)",
          figures.stopped_in, figures.watched_buckets, learner_id, record.course_id, record.part_id, figures.stopped_in,
          figures.watched_buckets);
}

void RecordCourseProgress(soci::session& sql, const AssignmentKey& key, UnixMillis now, bool completed) {
  Execute(sql,
          "INSERT INTO course_progress (course_id, learner_id, started_at, completed_at)"
          " VALUES (:course, :learner, :started, :completed)"
          " ON CONFLICT (course_id, learner_id) DO UPDATE SET completed_at = excluded.completed_at"
          " WHERE course_progress.completed_at = 0",
          key.course_id, key.learner_id, now, completed ? now : UnixMillis{0});
}

std::optional<WatcherRecord> FindWatcher(soci::session& sql, const std::string& learner_id) {
  return QueryOne<WatcherRow>(sql, "SELECT credit_ms, updated_at, last_day FROM watchers WHERE learner_id = :learner",
                              learner_id);
}

void PutWatcher(soci::session& sql, const std::string& learner_id, const WatcherRecord& watcher) {
  Execute(sql,
          "INSERT INTO watchers (learner_id, credit_ms, updated_at, last_day)"
          " VALUES (:learner, :credit, :updated, :day) ON CONFLICT (learner_id) DO UPDATE SET"
          " credit_ms = excluded.credit_ms, updated_at = excluded.updated_at, last_day = excluded.last_day",
          learner_id, watcher.account.credit, watcher.account.updated_at, watcher.last_day);
}

void UpdateWatchAccount(soci::session& sql, const std::string& learner_id, const WatchAccount& account) {
  Execute(sql, "UPDATE watchers SET credit_ms = :credit, updated_at = :updated WHERE learner_id = :learner",
          account.credit, account.updated_at, learner_id);
}

void AddToWatchedDay(soci::session& sql, int day, int64_t watched, int learners) {
  Execute(sql,
          "INSERT INTO watched_days (day, watched_ms, learners) VALUES (:day, :watched, :learners)"
          " ON CONFLICT (day) DO UPDATE SET watched_ms = watched_days.watched_ms + excluded.watched_ms,"
          " learners = watched_days.learners + excluded.learners",
          day, watched, learners);
}

}  // namespace academy::enrollment

#include "services/enrollment/progress/progress_store.h"

#include <tuple>

#include "services/platform/base/log.h"
#include "services/platform/db/query.h"
#include "services/platform/db/row_list.h"

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

struct PartRow {
  ProgressRow progress;
  std::string learner_id;
  PartFigures figures;

  auto Columns() {
    return std::tuple_cat(progress.Columns(), std::tie(learner_id, figures.stopped_in, figures.watched_buckets));
  }
  StoredPart ToRecord() const {
    return {.learner_id = learner_id, .progress = progress.ToRecord(), .figures = figures};
  }
};

struct WatcherRow {
  WatcherRecord record;

  auto Columns() {
    return std::tie(record.learner_id, record.account.credit, record.account.updated_at, record.last_day);
  }
  WatcherRecord ToRecord() const { return record; }
};

// What changes stored rows is written as an insert too: it always finds them by their primary key, where an UPDATE of
// many rows is planned, and PostgreSQL may choose an index that finds thousands.
#define ACADEMY_INSERT_PARTS                                                                                \
  "INSERT INTO part_progress (learner_id, course_id, part_id, position_ms, watched, completed, updated_at," \
  " stopped_in, stretches) {rows} ON CONFLICT (learner_id, course_id, part_id) DO UPDATE SET"
#define ACADEMY_INSERT_WATCHERS                                               \
  "INSERT INTO watchers (learner_id, credit_ms, updated_at, last_day) {rows}" \
  " ON CONFLICT (learner_id) DO UPDATE SET"

auto RowsOf(const std::vector<StoredPart>& parts) {
  std::vector<std::tuple<std::string, std::string, std::string, int64_t, std::string, int, UnixMillis, int, int64_t>>
      rows;
  rows.reserve(parts.size());
  for (const auto& [learner_id, progress, figures] : parts) {
    const PartState& state = progress.state;
    rows.emplace_back(learner_id, progress.course_id, progress.part_id, state.position, state.watched.ToText(),
                      state.completed ? 1 : 0, state.updated_at, figures.stopped_in, figures.watched_buckets);
  }
  return rows;
}

auto RowsOf(const std::vector<WatcherRecord>& watchers) {
  std::vector<std::tuple<std::string, int64_t, UnixMillis, int>> rows;
  rows.reserve(watchers.size());
  for (const auto& [learner_id, account, last_day] : watchers) {
    rows.emplace_back(learner_id, account.credit, account.updated_at, last_day);
  }
  return rows;
}

}  // namespace

void TakeReportsTurn(Transaction& tx) {
  // Unlike a query it takes no snapshot, which would be of before the turn.
  if (tx.engine() == Engine::kPostgresql) tx.sql() << "LOCK TABLE watched_days IN SHARE ROW EXCLUSIVE MODE";
}

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

std::vector<StoredPart> ListPartProgress(soci::session& sql, const std::vector<AssignmentKey>& keys) {
  std::vector<std::tuple<std::string, std::string>> asked;
  asked.reserve(keys.size());
  for (const AssignmentKey& key : keys) asked.emplace_back(key.learner_id, key.course_id);
  return QueryRows<PartRow>(sql,
                            "WITH asked (learner, course) AS ({rows})"
                            " SELECT " ACADEMY_PROGRESS_COLUMNS
                            ", learner_id, stopped_in, stretches FROM asked"
                            " CROSS JOIN part_progress WHERE learner_id = learner AND course_id = course",
                            asked);
}

void PutPartProgress(soci::session& sql, const std::vector<StoredPart>& parts) {
  ExecuteRows(sql,
              ACADEMY_INSERT_PARTS
              " position_ms = excluded.position_ms, watched = excluded.watched, completed = excluded.completed,"
              " updated_at = excluded.updated_at",
              RowsOf(parts));
}

void SetPartFigures(soci::session& sql, const std::vector<StoredPart>& parts) {
  ExecuteRows(sql, ACADEMY_INSERT_PARTS " stopped_in = excluded.stopped_in, stretches = excluded.stretches",
              RowsOf(parts));
}

void PutCourseProgress(soci::session& sql, const std::vector<CourseProgress>& courses) {
  std::vector<std::tuple<std::string, std::string, UnixMillis, UnixMillis>> rows;
  rows.reserve(courses.size());
  for (const auto& [key, started_at, completed_at] : courses) {
    rows.emplace_back(key.course_id, key.learner_id, started_at, completed_at);
  }
  ExecuteRows(sql,
              "INSERT INTO course_progress (course_id, learner_id, started_at, completed_at) {rows}"
              " ON CONFLICT (course_id, learner_id) DO UPDATE SET completed_at = excluded.completed_at"
              " WHERE course_progress.completed_at = 0",
              rows);
}

std::vector<WatcherRecord> ListWatchers(soci::session& sql, const std::vector<std::string>& learner_ids) {
  std::vector<std::tuple<std::string>> asked(learner_ids.begin(), learner_ids.end());
  return QueryRows<WatcherRow>(sql,
                               "WITH asked (learner) AS ({rows}) SELECT learner_id, credit_ms, updated_at, last_day"
                               " FROM asked CROSS JOIN watchers WHERE learner_id = learner",
                               asked);
}

void PutWatchers(soci::session& sql, const std::vector<WatcherRecord>& watchers) {
  ExecuteRows(sql, ACADEMY_INSERT_WATCHERS " credit_ms = excluded.credit_ms, updated_at = excluded.updated_at",
              RowsOf(watchers));
}

void SetWatcherDays(soci::session& sql, const std::vector<WatcherRecord>& watchers) {
  ExecuteRows(sql, ACADEMY_INSERT_WATCHERS " last_day = excluded.last_day", RowsOf(watchers));
}

// On a server a slot for each connection, or nearly so: in one row all would wait for each other. The sum of the slots
// is what counts.
#define ACADEMY_ADD_TO_WATCHED_DAY(slot)                                           \
  "INSERT INTO watched_days (day, slot, watched_ms, learners) VALUES (:day, " slot \
  ", :watched, :learners) ON CONFLICT (day, slot) DO UPDATE SET"                   \
  " watched_ms = watched_days.watched_ms + excluded.watched_ms, learners = watched_days.learners + excluded.learners"

void AddToWatchedDay(Transaction& tx, int day, int64_t watched, int learners) {
  Execute(tx.sql(),
          tx.engine() == Engine::kSqlite ? SqlText(ACADEMY_ADD_TO_WATCHED_DAY("0"))
                                         : SqlText(ACADEMY_ADD_TO_WATCHED_DAY("pg_backend_pid() % 64")),
          day, watched, learners);
}

}  // namespace academy::enrollment

#include "services/enrollment/progress_store.h"

#include <utility>

#include "services/common/log.h"
#include "services/enrollment/errors.h"

namespace academy::enrollment {
namespace {

#define ACADEMY_PROGRESS_COLUMNS "course_id, part_id, position_ms, watched, completed, updated_at"

// One row, and where SOCI puts it.
struct Row {
  std::string course_id;
  std::string part_id;
  long long position = 0;
  std::string watched;
  int completed = 0;
  long long updated_at = 0;

  ProgressRecord ToRecord() const {
    ProgressRecord record{.course_id = course_id, .part_id = part_id, .state = {}};
    record.state.position = position;
    // Only this program writes the column; what it cannot read is treated as not watched rather than refused for ever.
    if (!record.state.watched.Parse(watched)) LogError("progress unreadable", {{"part", part_id}});
    record.state.completed = completed != 0;
    record.state.updated_at = updated_at;
    return record;
  }
};

std::vector<ProgressRecord> Fetch(soci::statement& statement, const Row& row) {
  std::vector<ProgressRecord> records;
  statement.execute();
  while (statement.fetch()) records.push_back(row.ToRecord());
  return records;
}

std::vector<ProgressRecord> SelectCourse(soci::session& sql, const AssignmentKey& key) {
  Row row;
  soci::statement statement =
      (sql.prepare << "SELECT " ACADEMY_PROGRESS_COLUMNS
                      " FROM part_progress WHERE learner_id = :learner AND course_id = :course ORDER BY part_id",
       soci::use(key.learner_id), soci::use(key.course_id), soci::into(row.course_id), soci::into(row.part_id),
       soci::into(row.position), soci::into(row.watched), soci::into(row.completed), soci::into(row.updated_at));
  return Fetch(statement, row);
}

bool IsAssigned(soci::session& sql, const AssignmentKey& key) {
  int count = 0;
  sql << "SELECT COUNT(*) FROM assignments WHERE course_id = :course AND learner_id = :learner",
      soci::use(key.course_id), soci::use(key.learner_id), soci::into(count);
  return count > 0;
}

// Of the report of a learner's first watching, `last_day` is one that never was.
struct AccountRow {
  std::optional<WatchAccount> account;
  int last_day = -1;
};

AccountRow SelectAccount(soci::session& sql, const std::string& learner_id) {
  long long credit = 0;
  long long updated_at = 0;
  AccountRow row;
  sql << "SELECT credit_ms, updated_at, last_day FROM watchers WHERE learner_id = :learner", soci::use(learner_id),
      soci::into(credit), soci::into(updated_at), soci::into(row.last_day);
  if (sql.got_data()) row.account = WatchAccount{.credit = credit, .updated_at = updated_at};
  return row;
}

void SavePart(soci::session& sql, const AssignmentKey& key, const std::string& part_id, const ProgressUpdate& update) {
  long long position = update.part.position;
  std::string watched = update.part.watched.ToText();
  int completed = update.part.completed ? 1 : 0;
  long long updated_at = update.part.updated_at;
  long long stretches = update.stretches;
  sql << "INSERT INTO part_progress"
         " (learner_id, course_id, part_id, position_ms, watched, completed, updated_at, stopped_in, stretches)"
         " VALUES (:learner, :course, :part, :position, :watched, :completed, :updated, :stopped, :stretches)"
         " ON CONFLICT (learner_id, course_id, part_id) DO UPDATE SET position_ms = excluded.position_ms,"
         " watched = excluded.watched, completed = excluded.completed, updated_at = excluded.updated_at,"
         " stopped_in = excluded.stopped_in, stretches = excluded.stretches",
      soci::use(key.learner_id), soci::use(key.course_id), soci::use(part_id), soci::use(position), soci::use(watched),
      soci::use(completed), soci::use(updated_at), soci::use(update.stopped_in), soci::use(stretches);
}

void SaveAccount(soci::session& sql, const std::string& learner_id, const WatchAccount& account, int day) {
  long long credit = account.credit;
  long long updated_at = account.updated_at;
  sql << "INSERT INTO watchers (learner_id, credit_ms, updated_at, last_day)"
         " VALUES (:learner, :credit, :updated, :day)"
         " ON CONFLICT (learner_id) DO UPDATE SET credit_ms = excluded.credit_ms, updated_at = excluded.updated_at,"
         " last_day = excluded.last_day",
      soci::use(learner_id), soci::use(credit), soci::use(updated_at), soci::use(day);
}

void CountDay(soci::session& sql, int day, int64_t added, bool first_of_learner) {
  if (added == 0 && !first_of_learner) return;
  long long watched = added;
  int learners = first_of_learner ? 1 : 0;
  sql << "INSERT INTO watched_days (day, watched_ms, learners) VALUES (:day, :watched, :learners)"
         " ON CONFLICT (day) DO UPDATE SET watched_ms = watched_days.watched_ms + excluded.watched_ms,"
         " learners = watched_days.learners + excluded.learners",
      soci::use(day), soci::use(watched), soci::use(learners);
}

// The time of the first completion stays, whatever is added to the course later.
void SaveCourse(soci::session& sql, const AssignmentKey& key, UnixMillis now, bool completed) {
  long long started_at = now;
  long long completed_at = completed ? now : 0;
  sql << "INSERT INTO course_progress (course_id, learner_id, started_at, completed_at)"
         " VALUES (:course, :learner, :started, :completed)"
         " ON CONFLICT (course_id, learner_id) DO UPDATE SET completed_at = excluded.completed_at"
         " WHERE course_progress.completed_at = 0",
      soci::use(key.course_id), soci::use(key.learner_id), soci::use(started_at), soci::use(completed_at);
}

}  // namespace

absl::StatusOr<std::vector<ProgressRecord>> ProgressStore::OfLearner(const std::string& learner_id) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<ProgressRecord>> {
    Row row;
    soci::statement statement =
        (sql.prepare << "SELECT " ACADEMY_PROGRESS_COLUMNS
                        " FROM part_progress WHERE learner_id = :learner ORDER BY course_id, part_id",
         soci::use(learner_id), soci::into(row.course_id), soci::into(row.part_id), soci::into(row.position),
         soci::into(row.watched), soci::into(row.completed), soci::into(row.updated_at));
    return Fetch(statement, row);
  });
}

absl::StatusOr<std::vector<ProgressRecord>> ProgressStore::OfCourse(const AssignmentKey& key) {
  return database_.Read(
      [&](soci::session& sql) -> absl::StatusOr<std::vector<ProgressRecord>> { return SelectCourse(sql, key); });
}

absl::StatusOr<std::vector<ProgressRecord>> ProgressStore::Update(const AssignmentKey& key, const std::string& part_id,
                                                                  int day, const Change& change) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<std::vector<ProgressRecord>> {
    if (!IsAssigned(tx.sql(), key)) return AssignmentNotFound();
    std::vector<ProgressRecord> records = SelectCourse(tx.sql(), key);
    AccountRow account = SelectAccount(tx.sql(), key.learner_id);
    ProgressUpdate update = change(records, account.account);
    SavePart(tx.sql(), key, part_id, update);
    SaveAccount(tx.sql(), key.learner_id, update.account, day);
    CountDay(tx.sql(), day, update.added, day != account.last_day);
    if (records.empty() || update.course_completed) {
      SaveCourse(tx.sql(), key, update.part.updated_at, update.course_completed);
    }
    for (ProgressRecord& record : records) {
      if (record.part_id != part_id) continue;
      record.state = std::move(update.part);
      return records;
    }
    records.push_back({.course_id = key.course_id, .part_id = part_id, .state = std::move(update.part)});
    return records;
  });
}

}  // namespace academy::enrollment

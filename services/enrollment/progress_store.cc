#include "services/enrollment/progress_store.h"

#include <utility>

#include "services/common/log.h"
#include "services/enrollment/errors.h"

namespace academy::enrollment {
namespace {

#define ACADEMY_PROGRESS_COLUMNS "course_id, part_id, position_ms, watched, completed, credit_ms, updated_at"

// One row, and where SOCI puts it.
struct Row {
  std::string course_id;
  std::string part_id;
  long long position = 0;
  std::string watched;
  int completed = 0;
  long long credit = 0;
  long long updated_at = 0;

  ProgressRecord ToRecord() const {
    ProgressRecord record{.course_id = course_id, .part_id = part_id, .state = {}};
    record.state.position = position;
    // Only this program writes the column; what it cannot read is treated as not watched rather than refused for ever.
    if (!record.state.watched.Parse(watched)) LogError("progress unreadable", {{"part", part_id}});
    record.state.completed = completed != 0;
    record.state.credit = credit;
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
       soci::into(row.position), soci::into(row.watched), soci::into(row.completed), soci::into(row.credit),
       soci::into(row.updated_at));
  return Fetch(statement, row);
}

bool IsAssigned(soci::session& sql, const AssignmentKey& key) {
  int count = 0;
  sql << "SELECT COUNT(*) FROM assignments WHERE course_id = :course AND learner_id = :learner",
      soci::use(key.course_id), soci::use(key.learner_id), soci::into(count);
  return count > 0;
}

void Save(soci::session& sql, const AssignmentKey& key, const std::string& part_id, const PartState& state) {
  long long position = state.position;
  std::string watched = state.watched.ToText();
  int completed = state.completed ? 1 : 0;
  long long credit = state.credit;
  long long updated_at = state.updated_at;
  sql << "INSERT INTO part_progress"
         " (learner_id, course_id, part_id, position_ms, watched, completed, credit_ms, updated_at)"
         " VALUES (:learner, :course, :part, :position, :watched, :completed, :credit, :updated)"
         " ON CONFLICT (learner_id, course_id, part_id) DO UPDATE SET position_ms = excluded.position_ms,"
         " watched = excluded.watched, completed = excluded.completed, credit_ms = excluded.credit_ms,"
         " updated_at = excluded.updated_at",
      soci::use(key.learner_id), soci::use(key.course_id), soci::use(part_id), soci::use(position), soci::use(watched),
      soci::use(completed), soci::use(credit), soci::use(updated_at);
}

}  // namespace

absl::StatusOr<std::vector<ProgressRecord>> ProgressStore::OfLearner(const std::string& learner_id) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<ProgressRecord>> {
    Row row;
    soci::statement statement =
        (sql.prepare << "SELECT " ACADEMY_PROGRESS_COLUMNS
                        " FROM part_progress WHERE learner_id = :learner ORDER BY course_id, part_id",
         soci::use(learner_id), soci::into(row.course_id), soci::into(row.part_id), soci::into(row.position),
         soci::into(row.watched), soci::into(row.completed), soci::into(row.credit), soci::into(row.updated_at));
    return Fetch(statement, row);
  });
}

absl::StatusOr<std::vector<ProgressRecord>> ProgressStore::OfCourse(const AssignmentKey& key) {
  return database_.Read(
      [&](soci::session& sql) -> absl::StatusOr<std::vector<ProgressRecord>> { return SelectCourse(sql, key); });
}

absl::StatusOr<std::vector<ProgressRecord>> ProgressStore::Update(
    const AssignmentKey& key, const std::string& part_id,
    const std::function<PartState(const std::optional<PartState>&)>& change) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<std::vector<ProgressRecord>> {
    if (!IsAssigned(tx.sql(), key)) return AssignmentNotFound();
    std::vector<ProgressRecord> records = SelectCourse(tx.sql(), key);
    for (ProgressRecord& record : records) {
      if (record.part_id != part_id) continue;
      record.state = change(record.state);
      Save(tx.sql(), key, part_id, record.state);
      return records;
    }
    records.push_back({.course_id = key.course_id, .part_id = part_id, .state = change(std::nullopt)});
    Save(tx.sql(), key, part_id, records.back().state);
    return records;
  });
}

}  // namespace academy::enrollment

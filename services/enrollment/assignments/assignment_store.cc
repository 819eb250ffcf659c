#include "services/enrollment/assignments/assignment_store.h"

#include <tuple>

#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"
#include "services/platform/db/row_list.h"

namespace academy::enrollment {
namespace {

#define ACADEMY_ASSIGNMENT_COLUMNS "id, course_id, learner_id, start_ms, expiry_ms, created_at, revision"

struct AssignmentRow {
  AssignmentRecord record;

  auto Columns() {
    return std::tie(record.id, record.course_id, record.learner_id, record.window.start, record.window.expiry,
                    record.created_at, record.revision);
  }
  AssignmentRecord ToRecord() const { return record; }
};

// The conditions are those of DecideAccess.
void AddState(QueryBuilder& select, std::optional<AccessState> state, UnixMillis now) {
  if (state == AccessState::kUpcoming) select.Add(" AND start_ms > :now", now);
  if (state == AccessState::kExpired) select.Add(" AND expiry_ms < :now", now);
  if (state == AccessState::kActive) select.Add(" AND expiry_ms >= :now AND start_ms <= :then", now, now);
}

}  // namespace

std::vector<AssignmentRecord> ListAssignmentsOfCourse(soci::session& sql, const std::string& course_id) {
  return Query<AssignmentRow>(
      sql,
      "SELECT " ACADEMY_ASSIGNMENT_COLUMNS
      " FROM assignments WHERE course_id = :course AND learner_id NOT IN (SELECT id FROM binned)"
      " ORDER BY created_at DESC, id DESC",
      course_id);
}

std::vector<AssignmentRecord> ListAssignmentsOfLearner(soci::session& sql, const std::string& learner_id) {
  return Query<AssignmentRow>(
      sql,
      "SELECT " ACADEMY_ASSIGNMENT_COLUMNS
      " FROM assignments WHERE learner_id = :learner AND course_id NOT IN (SELECT id FROM binned)"
      " ORDER BY created_at DESC, id DESC",
      learner_id);
}

std::vector<AssignmentRecord> ListAssignmentsAmong(soci::session& sql, const std::string& course_id,
                                                   const std::vector<std::string>& learner_ids) {
  std::vector<std::tuple<std::string, std::string>> asked;
  asked.reserve(learner_ids.size());
  for (const std::string& learner_id : learner_ids) asked.emplace_back(course_id, learner_id);
  return QueryRows<AssignmentRow>(sql,
                                  "WITH asked (course, learner) AS ({rows}) SELECT " ACADEMY_ASSIGNMENT_COLUMNS
                                  " FROM asked CROSS JOIN assignments WHERE course_id = course AND learner_id = learner"
                                  " AND NOT EXISTS (SELECT 1 FROM binned WHERE binned.id = learner)",
                                  asked);
}

UnixMillis DateOf(const AssignmentRecord& assignment, DateColumn column) {
  switch (column) {
    case DateColumn::kStart:
      return assignment.window.start;
    case DateColumn::kExpiry:
      return assignment.window.expiry;
    case DateColumn::kAssigned:
      break;
  }
  return assignment.created_at;
}

std::vector<AssignmentRecord> ListAssignmentsByDate(soci::session& sql, const std::string& course_id, DateColumn column,
                                                    bool descending, const std::optional<DatePosition>& after,
                                                    int limit) {
  const char* name = column == DateColumn::kStart    ? "start_ms"
                     : column == DateColumn::kExpiry ? "expiry_ms"
                                                     : "created_at";
  QueryBuilder select("SELECT " ACADEMY_ASSIGNMENT_COLUMNS
                      " FROM assignments WHERE course_id = :course AND learner_id NOT IN (SELECT id FROM binned)",
                      course_id);
  if (after.has_value()) {
    select.Add(" AND (").Add(name).Add(descending ? ", id) < (:date, :id)" : ", id) > (:date, :id)", after->date,
                                       after->id);
  }
  const char* direction = descending ? " DESC" : " ASC";
  select.Add(" ORDER BY ").Add(name).Add(direction).Add(", id").Add(direction).Add(" LIMIT :limit", limit);
  return select.Run<AssignmentRow>(sql);
}

std::vector<std::string> ListLearnersOfCourse(soci::session& sql, const std::string& course_id,
                                              std::optional<AccessState> state, UnixMillis now) {
  QueryBuilder select(
      "SELECT learner_id FROM assignments WHERE course_id = :course AND learner_id NOT IN (SELECT id FROM binned)",
      course_id);
  AddState(select, state, now);
  return select.Run<std::string>(sql);
}

int64_t CountAssignmentsOfCourse(soci::session& sql, const std::string& course_id, std::optional<AccessState> state,
                                 UnixMillis now) {
  // Those of the bin are subtracted, because leaving them out would read all rows in place of an index.
  auto count = [&](std::string_view more) {
    QueryBuilder select("SELECT COUNT(*) FROM assignments WHERE course_id = :course", course_id);
    select.Add(more);
    AddState(select, state, now);
    return select.Run<int64_t>(sql).front();
  };
  return count("") - count(" AND learner_id IN (SELECT id FROM binned)");
}

std::optional<AssignmentRecord> FindAssignment(soci::session& sql, const std::string& id) {
  return QueryOne<AssignmentRow>(sql, "SELECT " ACADEMY_ASSIGNMENT_COLUMNS " FROM assignments WHERE id = :id", id);
}

std::optional<AssignmentRecord> FindAssignmentOf(soci::session& sql, const AssignmentKey& key) {
  return QueryOne<AssignmentRow>(
      sql, "SELECT " ACADEMY_ASSIGNMENT_COLUMNS " FROM assignments WHERE course_id = :course AND learner_id = :learner",
      key.course_id, key.learner_id);
}

std::vector<AssignmentRecord> ListPermittedAssignments(soci::session& sql, const std::vector<AssignmentKey>& keys) {
  std::vector<std::tuple<std::string, std::string>> asked;
  asked.reserve(keys.size());
  for (const AssignmentKey& key : keys) asked.emplace_back(key.course_id, key.learner_id);
  return QueryRows<AssignmentRow>(sql,
                                  "WITH asked (course, learner) AS ({rows}) SELECT " ACADEMY_ASSIGNMENT_COLUMNS
                                  " FROM asked CROSS JOIN assignments WHERE course_id = course AND learner_id = learner"
                                  " AND NOT EXISTS (SELECT 1 FROM binned WHERE binned.id = course)"
                                  " AND NOT EXISTS (SELECT 1 FROM binned WHERE binned.id = learner)"
                                  " AND NOT EXISTS (SELECT 1 FROM absences WHERE absences.id = course)"
                                  " AND NOT EXISTS (SELECT 1 FROM absences WHERE absences.id = learner)",
                                  asked);
}

void InsertAssignment(soci::session& sql, const AssignmentRecord& assignment) {
  Execute(sql,
          "INSERT INTO assignments (id, course_id, learner_id, start_ms, expiry_ms, created_at, updated_at)"
          " VALUES (:id, :course, :learner, :start, :expiry, :created, :updated)",
          assignment.id, assignment.course_id, assignment.learner_id, assignment.window.start, assignment.window.expiry,
          assignment.created_at, assignment.created_at);
}

void SetAssignmentWindow(soci::session& sql, const std::string& id, const Window& window, UnixMillis now) {
  Execute(sql,
          "UPDATE assignments SET start_ms = :start, expiry_ms = :expiry, updated_at = :now, revision = revision + 1"
          " WHERE id = :id",
          window.start, window.expiry, now, id);
}

void SetAssignmentExpiry(soci::session& sql, const std::string& id, UnixMillis expiry, UnixMillis now) {
  Execute(sql, "UPDATE assignments SET expiry_ms = :expiry, updated_at = :now, revision = revision + 1 WHERE id = :id",
          expiry, now, id);
}

std::optional<std::string> DeleteAssignment(soci::session& sql, const AssignmentKey& key) {
  return QueryOne<std::string>(
      sql, "DELETE FROM assignments WHERE course_id = :course AND learner_id = :learner RETURNING id", key.course_id,
      key.learner_id);
}

std::vector<std::string> ListAssignmentIds(soci::session& sql, const std::string& course_id, const Window& window) {
  return Query<std::string>(
      sql, "SELECT id FROM assignments WHERE course_id = :course AND expiry_ms = :expiry AND start_ms = :start",
      course_id, window.expiry, window.start);
}

void SetExpiryOfWindow(soci::session& sql, const std::string& course_id, const Window& window, UnixMillis expiry,
                       UnixMillis now) {
  Execute(sql,
          "UPDATE assignments SET expiry_ms = :expiry, updated_at = :now, revision = revision + 1"
          " WHERE course_id = :course AND expiry_ms = :before AND start_ms = :start",
          expiry, now, course_id, window.expiry, window.start);
}

}  // namespace academy::enrollment

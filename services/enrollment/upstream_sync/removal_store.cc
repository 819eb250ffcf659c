#include "services/enrollment/upstream_sync/removal_store.h"

#include "services/platform/db/query.h"

namespace academy::enrollment {
namespace {

void RememberRemoved(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql, "INSERT INTO gone (id, at) VALUES (:id, :at) ON CONFLICT (id) DO NOTHING", id, now);
  Execute(sql, "DELETE FROM absences WHERE id = :id", id);
  Execute(sql, "DELETE FROM binned WHERE id = :id", id);
}

}  // namespace

std::vector<std::string> DeleteLearnerData(soci::session& sql, const std::string& learner_id, UnixMillis now) {
  std::vector<std::string> deleted =
      Query<std::string>(sql, "DELETE FROM assignments WHERE learner_id = :id RETURNING id", learner_id);
  Execute(sql, "DELETE FROM part_progress WHERE learner_id = :id", learner_id);
  Execute(sql, "DELETE FROM course_progress WHERE learner_id = :id", learner_id);
  Execute(sql, "DELETE FROM watchers WHERE learner_id = :id", learner_id);
  RememberRemoved(sql, learner_id, now);
  return deleted;
}

std::vector<std::string> DeleteCourseData(soci::session& sql, const std::string& course_id, UnixMillis now) {
  std::vector<std::string> deleted =
      Query<std::string>(sql, "DELETE FROM assignments WHERE course_id = :id RETURNING id", course_id);
  Execute(sql, "DELETE FROM part_progress WHERE course_id = :id", course_id);
  Execute(sql, "DELETE FROM course_progress WHERE course_id = :id", course_id);
  RememberRemoved(sql, course_id, now);
  return deleted;
}

std::optional<std::string> FindRemoved(soci::session& sql, const AssignmentKey& key) {
  return QueryOne<std::string>(sql, "SELECT id FROM gone WHERE id IN (:course, :learner)", key.course_id,
                               key.learner_id);
}

std::vector<std::string> ListRemoved(soci::session& sql) { return Query<std::string>(sql, "SELECT id FROM gone"); }

void ForgetRemoved(soci::session& sql, const std::string& id) { Execute(sql, "DELETE FROM gone WHERE id = :id", id); }

std::vector<std::string> ListStoredLearners(soci::session& sql) {
  return Query<std::string>(sql,
                            "SELECT learner_id FROM assignments UNION SELECT learner_id FROM part_progress UNION"
                            " SELECT learner_id FROM watchers ORDER BY 1");
}

std::vector<std::string> ListStoredCourses(soci::session& sql) {
  return Query<std::string>(sql,
                            "SELECT course_id FROM assignments UNION SELECT course_id FROM part_progress ORDER BY 1");
}

int64_t CountLearnerAssignments(soci::session& sql, const std::string& learner_id) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM assignments WHERE learner_id = :id", learner_id);
}

int64_t CountCourseAssignments(soci::session& sql, const std::string& course_id) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM assignments WHERE course_id = :id", course_id);
}

}  // namespace academy::enrollment

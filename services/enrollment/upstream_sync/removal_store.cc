#include "services/enrollment/upstream_sync/removal_store.h"

#include <numeric>
#include <tuple>

#include "services/platform/db/query.h"
#include "services/platform/db/row_list.h"

namespace academy::enrollment {
namespace {

void RememberRemoved(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql, "INSERT INTO gone (id, at) VALUES (:id, :at) ON CONFLICT (id) DO NOTHING", id, now);
  Execute(sql, "DELETE FROM absences WHERE id = :id", id);
  Execute(sql, "DELETE FROM binned WHERE id = :id", id);
}

// Each portion of the ids has a count of its own.
int64_t Sum(soci::session& sql, SqlText text, const std::vector<std::string>& ids) {
  std::vector<std::tuple<std::string>> asked(ids.begin(), ids.end());
  std::vector<int64_t> counts = QueryRows<int64_t>(sql, text, asked);
  return std::accumulate(counts.begin(), counts.end(), int64_t{0});
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

// Whoever has progress in a part has a row in watchers and course_progress too, which are much smaller. Each of the
// three is read in the order of its index, no further than needed.
#define ACADEMY_LEARNERS_OF(table, n)                                                             \
  "SELECT learner_id FROM (SELECT DISTINCT learner_id FROM " table " WHERE learner_id > :after" n \
  " ORDER BY learner_id LIMIT :limit" n ") AS of_" table

std::vector<std::string> ListStoredLearnersAfter(soci::session& sql, const std::string& after, int limit) {
  return Query<std::string>(
      sql,
      ACADEMY_LEARNERS_OF("assignments", "1") " UNION " ACADEMY_LEARNERS_OF(
          "course_progress", "2") " UNION " ACADEMY_LEARNERS_OF("watchers", "3") " ORDER BY 1 LIMIT :limit",
      after, limit, after, limit, after, limit, limit);
}

std::vector<std::string> ListStoredLearners(soci::session& sql) {
  constexpr int kPage = 10'000;
  std::vector<std::string> ids;
  for (std::string after;;) {
    std::vector<std::string> page = ListStoredLearnersAfter(sql, after, kPage);
    if (page.empty()) return ids;
    after = page.back();
    ids.insert(ids.end(), page.begin(), page.end());
  }
}

// From each course of the index to the next one, past its many rows.
#define ACADEMY_COURSES_OF(table)                                                                   \
  "SELECT known FROM (WITH RECURSIVE of_" table " (known) AS (SELECT MIN(course_id) FROM " table    \
  " UNION ALL SELECT (SELECT MIN(course_id) FROM " table " WHERE course_id > known) FROM of_" table \
  " WHERE known IS NOT NULL) SELECT known FROM of_" table " WHERE known IS NOT NULL) AS ids_of_" table

std::vector<std::string> ListStoredCourses(soci::session& sql) {
  return Query<std::string>(
      sql, ACADEMY_COURSES_OF("assignments") " UNION " ACADEMY_COURSES_OF("course_progress") " ORDER BY 1");
}

int64_t CountLearnerAssignments(soci::session& sql, const std::vector<std::string>& learner_ids) {
  return Sum(sql,
             "WITH asked (asked_id) AS ({rows})"
             " SELECT COUNT(*) FROM asked CROSS JOIN assignments WHERE learner_id = asked_id",
             learner_ids);
}

int64_t CountCourseAssignments(soci::session& sql, const std::vector<std::string>& course_ids) {
  return Sum(sql,
             "WITH asked (asked_id) AS ({rows})"
             " SELECT COUNT(*) FROM asked CROSS JOIN assignments WHERE course_id = asked_id",
             course_ids);
}

}  // namespace academy::enrollment

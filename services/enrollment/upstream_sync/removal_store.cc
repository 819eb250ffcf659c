#include "services/enrollment/upstream_sync/removal_store.h"

#include <vector>

#include "services/enrollment/assignments/assignment_events.h"

namespace academy::enrollment {

struct RemovalStore::Statements {
  const char* assignments;
  // Each with the id.
  std::vector<const char*> others;
};

absl::Status RemovalStore::Forget(const Statements& statements, const std::string& id, std::optional<Told> told) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    std::vector<std::string> removed;
    {
      std::string assignment_id;
      soci::statement remove = (tx.sql().prepare << statements.assignments, soci::use(id), soci::into(assignment_id));
      remove.execute();
      while (remove.fetch()) removed.push_back(assignment_id);
    }
    AppendAssignmentsRemoved(feed_, tx, removed);
    for (const char* other : statements.others) tx.sql() << other, soci::use(id);
    long long now = clock_.Now();
    tx.sql() << "INSERT INTO gone (id, at) VALUES (:id, :at) ON CONFLICT (id) DO NOTHING", soci::use(id),
        soci::use(now);
    if (told.has_value()) StoreFeedPosition(tx, told->source, told->position);
    return absl::OkStatus();
  });
}

absl::Status RemovalStore::ForgetLearner(const std::string& learner_id, std::optional<Told> told) {
  return Forget(
      {.assignments = "DELETE FROM assignments WHERE learner_id = :id RETURNING id",
       .others = {"DELETE FROM part_progress WHERE learner_id = :id",
                  "DELETE FROM course_progress WHERE learner_id = :id", "DELETE FROM watchers WHERE learner_id = :id"}},
      learner_id, told);
}

absl::Status RemovalStore::ForgetCourse(const std::string& course_id, std::optional<Told> told) {
  return Forget({.assignments = "DELETE FROM assignments WHERE course_id = :id RETURNING id",
                 .others = {"DELETE FROM part_progress WHERE course_id = :id",
                            "DELETE FROM course_progress WHERE course_id = :id"}},
                course_id, told);
}

absl::StatusOr<std::vector<std::string>> RemovalStore::Ids(const char* query) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<std::string>> {
    std::vector<std::string> ids;
    std::string id;
    soci::statement statement = (sql.prepare << query, soci::into(id));
    statement.execute();
    while (statement.fetch()) ids.push_back(id);
    return ids;
  });
}

absl::StatusOr<std::vector<std::string>> RemovalStore::Learners() {
  return Ids(
      "SELECT learner_id FROM assignments UNION SELECT learner_id FROM part_progress UNION"
      " SELECT learner_id FROM watchers ORDER BY 1");
}

absl::StatusOr<std::vector<std::string>> RemovalStore::Courses() {
  return Ids("SELECT course_id FROM assignments UNION SELECT course_id FROM part_progress ORDER BY 1");
}

absl::Status RemovalStore::Pass(std::string_view source, int64_t position) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    StoreFeedPosition(tx, source, position);
    return absl::OkStatus();
  });
}

absl::StatusOr<int64_t> RemovalStore::Position(std::string_view source) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<int64_t> { return LoadFeedPosition(sql, source); });
}

}  // namespace academy::enrollment

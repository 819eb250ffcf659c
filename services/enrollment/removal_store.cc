#include "services/enrollment/removal_store.h"

#include <vector>

#include "services/enrollment/assignment_store.h"

namespace academy::enrollment {

struct RemovalStore::Statements {
  const char* assignments;
  const char* progress;
};

absl::Status RemovalStore::Forget(const Statements& statements, const std::string& id, std::string_view source,
                                  int64_t position) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    std::vector<std::string> removed;
    {
      std::string assignment_id;
      soci::statement remove = (tx.sql().prepare << statements.assignments, soci::use(id), soci::into(assignment_id));
      remove.execute();
      while (remove.fetch()) removed.push_back(assignment_id);
    }
    for (const std::string& assignment_id : removed) {
      AppendAssignmentChanged(feed_, tx, assignment_id, /*removed=*/true);
    }
    tx.sql() << statements.progress, soci::use(id);
    long long now = clock_.Now();
    tx.sql() << "INSERT INTO gone (id, at) VALUES (:id, :at) ON CONFLICT (id) DO NOTHING", soci::use(id),
        soci::use(now);
    StoreFeedPosition(tx, source, position);
    return absl::OkStatus();
  });
}

absl::Status RemovalStore::ForgetLearner(const std::string& learner_id, std::string_view source, int64_t position) {
  return Forget({.assignments = "DELETE FROM assignments WHERE learner_id = :id RETURNING id",
                 .progress = "DELETE FROM part_progress WHERE learner_id = :id"},
                learner_id, source, position);
}

absl::Status RemovalStore::ForgetCourse(const std::string& course_id, std::string_view source, int64_t position) {
  return Forget({.assignments = "DELETE FROM assignments WHERE course_id = :id RETURNING id",
                 .progress = "DELETE FROM part_progress WHERE course_id = :id"},
                course_id, source, position);
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

// What learners watched of the parts of their courses: records and SQL only.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/common/db/database.h"
#include "services/enrollment/assignment_store.h"
#include "services/enrollment/watch_progress.h"

namespace academy::enrollment {

struct ProgressRecord {
  std::string course_id;
  std::string part_id;
  PartState state;
};

// Thread-safe.
class ProgressStore {
 public:
  // The database, with enrollment's schema, must outlive the store.
  explicit ProgressStore(Database& database) : database_(database) {}

  // Of all courses of a learner, or of one; ordered by course and part.
  absl::StatusOr<std::vector<ProgressRecord>> OfLearner(const std::string& learner_id);
  absl::StatusOr<std::vector<ProgressRecord>> OfCourse(const AssignmentKey& key);

  // Replaces a part's state by what `change` makes of it (nothing is stored at first), with no other change between.
  // Returns the learner's whole progress in the course. NOT_FOUND assignment_not_found without an assignment.
  absl::StatusOr<std::vector<ProgressRecord>> Update(
      const AssignmentKey& key, const std::string& part_id,
      const std::function<PartState(const std::optional<PartState>&)>& change);

 private:
  Database& database_;
};

}  // namespace academy::enrollment

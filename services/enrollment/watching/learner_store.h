// All that a learner's own list is made of, on one snapshot.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/progress/progress_store.h"
#include "services/platform/db/database.h"

namespace academy::enrollment {

struct LearnerRecords {
  // In order of creation, the newest first.
  std::vector<AssignmentRecord> assignments;
  // By course and part; also of courses that are not assigned any more.
  std::vector<ProgressRecord> progress;
};

// Thread-safe.
class LearnerStore {
 public:
  // The database, with enrollment's schema, must outlive the store.
  explicit LearnerStore(Database& database) : database_(database) {}

  absl::StatusOr<LearnerRecords> Get(const std::string& learner_id);
  // The same, or nullopt where that would block: see Database::ReadNow.
  std::optional<absl::StatusOr<LearnerRecords>> GetNow(const std::string& learner_id);

 private:
  Database& database_;
};

}  // namespace academy::enrollment

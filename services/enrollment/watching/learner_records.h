// The stored data of a learner's own list.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/progress/progress_store.h"

namespace academy::enrollment {

struct LearnerRecords {
  // Newest first.
  std::vector<AssignmentRecord> assignments;
  // Ordered by course and part; includes courses that are no longer assigned.
  std::vector<ProgressRecord> progress;
};

// Reads both in the caller's snapshot. May throw as SOCI does.
LearnerRecords ListLearnerRecords(soci::session& sql, const std::string& learner_id);

}  // namespace academy::enrollment

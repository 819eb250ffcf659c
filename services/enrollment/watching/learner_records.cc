#include "services/enrollment/watching/learner_records.h"

#include "services/enrollment/assignments/assignment_store.h"

namespace academy::enrollment {

LearnerRecords ListLearnerRecords(soci::session& sql, const std::string& learner_id) {
  return {.assignments = ListAssignmentsOfLearner(sql, learner_id), .progress = ListProgressOfLearner(sql, learner_id)};
}

}  // namespace academy::enrollment

#include "services/enrollment/watching/learner_store.h"

namespace academy::enrollment {
namespace {

absl::StatusOr<LearnerRecords> Select(soci::session& sql, const std::string& learner_id) {
  return LearnerRecords{.assignments = SelectAssignmentsOfLearner(sql, learner_id),
                        .progress = SelectProgressOfLearner(sql, learner_id)};
}

}  // namespace

absl::StatusOr<LearnerRecords> LearnerStore::Get(const std::string& learner_id) {
  return database_.Read([&](soci::session& sql) { return Select(sql, learner_id); });
}

std::optional<absl::StatusOr<LearnerRecords>> LearnerStore::GetNow(const std::string& learner_id) {
  return database_.ReadNow([&](soci::session& sql) { return Select(sql, learner_id); });
}

}  // namespace academy::enrollment

// Reads ListLearners' search, order and cursor.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "academy/auth/v1/learners.pb.h"
#include "services/auth/accounts/learners/learner_store.h"

namespace academy::auth {

// Whether any of the paging fields is there; without one the whole list is asked for.
bool IsPaged(const v1::ListLearnersRequest& request);

// INVALID_ARGUMENT validation_failed naming the field.
absl::StatusOr<LearnerQuery> ReadQuery(const v1::ListLearnersRequest& request);

// Opaque: where the page after `last` begins, in the order of `query`.
std::string MakeCursor(const LearnerQuery& query, const LearnerRecord& last);

}  // namespace academy::auth

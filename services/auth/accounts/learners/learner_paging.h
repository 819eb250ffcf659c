// Parses the search, order and cursor of ListLearners.
//
// All functions are pure and thread-safe.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "academy/auth/v1/learners.pb.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/learners/search/learner_query.h"

namespace academy::auth {

// Whether any paging field is set; without one the whole list is requested.
bool IsPaged(const v1::ListLearnersRequest& request);

// INVALID_ARGUMENT validation_failed naming the field.
absl::StatusOr<LearnerQuery> ReadQuery(const v1::ListLearnersRequest& request);

// Returns an opaque cursor to the page after `last`, in the order of `query`.
std::string MakeCursor(const LearnerQuery& query, const LearnerRecord& last);

}  // namespace academy::auth

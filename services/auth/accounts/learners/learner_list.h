// The list of all learners, row by row: nothing is made of a row that outlives it.
#pragma once

#include <soci/soci.h>

#include "absl/functional/function_ref.h"
#include "services/auth/accounts/learners/learner_store.h"

namespace academy::auth {

// Calls `row` for each learner, by name, with a record whose keys, password hash and language are empty and which the
// next row overwrites. May throw as SOCI does.
void VisitLearners(soci::session& sql, absl::FunctionRef<void(const LearnerRecord&)> row);

}  // namespace academy::auth

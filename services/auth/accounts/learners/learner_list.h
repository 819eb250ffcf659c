// Reads all learners row by row, without keeping any row in memory. Used by the thread that owns the session.
#pragma once

#include <soci/soci.h>

#include "absl/functional/function_ref.h"
#include "services/auth/accounts/learners/learner_store.h"

namespace academy::auth {

// Calls `row` for each learner, ordered by name. The record's keys, password hash and language are empty, and the next
// row overwrites it. May throw as SOCI does.
void VisitLearners(soci::session& sql, absl::FunctionRef<void(const LearnerRecord&)> row);

}  // namespace academy::auth

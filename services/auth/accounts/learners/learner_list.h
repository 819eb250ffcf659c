// Reads the list of all learners: row by row, without keeping any row in memory, and where one learner stands in it.
// Used by the thread that owns the session.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "services/auth/accounts/learners/learner_store.h"

namespace academy::auth {

// Calls `row` for each learner, ordered by name. The record's keys, password hash and language are empty, and the next
// row overwrites it. May throw as SOCI does.
void VisitLearners(soci::session& sql, absl::FunctionRef<void(const LearnerRecord&)> row);

// Returns the ids of the learners that follow `learner` in that order, at most `limit`.
std::vector<std::string> ListLearnersAfter(soci::session& sql, const LearnerRecord& learner, int limit);

}  // namespace academy::auth

// Changes of one learner that managers make one by one and many at once.
//
// Thread-safe: every function runs in its caller's transaction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/deps.h"

namespace academy::auth {

// Each of these returns the position of auth's feed after its events, 0 where nothing changed, and appends what the
// audit trail records to `events`. They may throw as SOCI does.

// Lets `learner` in or keeps the learner out. Letting in confirms the e-mail address too; keeping out ends the session.
int64_t SetLearnerActive(const Deps& deps, Transaction& tx, LearnerRecord& learner, bool active,
                         std::vector<AuditEntry>& events);
// Deletes the learner for good; sessions end.
int64_t RemoveLearner(const Deps& deps, Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& events);
// Ends the learner's sessions with signed_out_by_manager.
int64_t SignLearnerOut(const Deps& deps, Transaction& tx, const LearnerRecord& learner,
                       std::vector<AuditEntry>& events);

// Runs `change` for one learner in a transaction of its own and records its events. NOT_FOUND user_not_found.
absl::StatusOr<int64_t> ChangeLearner(
    const Deps& deps, const Caller& caller, const std::string& learner_id,
    absl::FunctionRef<int64_t(Transaction&, LearnerRecord&, std::vector<AuditEntry>&)> change);

}  // namespace academy::auth

// Changes of one learner, shared by learners' own calls, managers' single changes and bulk changes.
//
// Thread-safe. Every function but ChangeLearner runs in its caller's transaction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/deps.h"

namespace academy::auth {

// Whether SetLearnerActive would change nothing.
bool IsSetActive(const LearnerRecord& learner, bool active);

// Each of these appends the audit entries to `events` and returns the position of auth's feed after its feed events, 0
// if nothing changed. They may throw as SOCI does.

// Activates or deactivates `learner`. Activating also confirms the e-mail address; deactivating ends the session.
int64_t SetLearnerActive(const Deps& deps, Transaction& tx, LearnerRecord& learner, bool active,
                         std::vector<AuditEntry>& events);
// Moves the learner to the bin; sessions end, everything else is kept. `caller` is who deletes the learner.
int64_t RemoveLearner(const Deps& deps, Transaction& tx, const Caller& caller, const LearnerRecord& learner,
                      std::vector<AuditEntry>& events);
// Deletes a learner in the bin for good.
int64_t PurgeLearner(const Deps& deps, Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& events);
// Ends the learner's sessions with signed_out_by_manager.
int64_t SignLearnerOut(const Deps& deps, Transaction& tx, const LearnerRecord& learner,
                       std::vector<AuditEntry>& events);

// Stores `learner`, which was `before`, with the next revision, and appends the change to the audit trail and the feed.
// A new password has the effects of FollowUpNewPassword. Sessions end except `except`, the calling one. Returns the
// feed's position.
int64_t StoreLearner(const Deps& deps, Transaction& tx, const Caller& caller, const LearnerRecord& before,
                     LearnerRecord& learner, const std::string& except = {});
// Applies the effects of a new password: ends recoveries in progress and a pause after failed sign-ins, ends sessions
// except `except`, and notifies the learner by mail.
int64_t FollowUpNewPassword(const Deps& deps, Transaction& tx, const LearnerRecord& learner,
                            const std::string& except = {});

// Runs `change` for one learner in its own transaction and records its events, unless `admit` refuses it with an error.
// NOT_FOUND user_not_found.
absl::StatusOr<int64_t> ChangeLearner(
    const Deps& deps, const Caller& caller, const std::string& learner_id,
    absl::FunctionRef<int64_t(Transaction&, LearnerRecord&, std::vector<AuditEntry>&)> change,
    absl::FunctionRef<absl::Status(const LearnerRecord&)> admit = [](const LearnerRecord&) {
      return absl::OkStatus();
    });

}  // namespace academy::auth

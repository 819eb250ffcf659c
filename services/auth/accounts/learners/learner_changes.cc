#include "services/auth/accounts/learners/learner_changes.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "services/auth/accounts/learners/bin/learner_bin_store.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/errors.h"
#include "services/auth/mail/mail_store.h"
#include "services/auth/mail/notices.h"
#include "services/auth/sessions/session_store.h"
#include "services/auth/sign_in/token_store.h"
#include "services/platform/base/status.h"

namespace academy::auth {

bool IsSetActive(const LearnerRecord& learner, bool active) {
  // Activating a learner also confirms the e-mail address.
  return active == (learner.active != 0) && (!active || learner.activated != 0);
}

int64_t SetLearnerActive(const Deps& deps, Transaction& tx, LearnerRecord& learner, bool active,
                         std::vector<AuditEntry>& events) {
  if (IsSetActive(learner, active)) return 0;
  bool activated = active || learner.activated != 0;
  learner.active = active ? 1 : 0;
  learner.activated = activated ? 1 : 0;
  SetLearnerFlags(tx.sql(), learner.id, active, activated);
  ++learner.revision;
  events.push_back(EntryOf(learner, active ? "activated" : "deactivated"));
  int64_t changed = deps.sessions.AppendLearnerChanged(tx, learner.id);
  if (active) return changed;
  return std::max(changed, deps.sessions.EndAll(tx, PersonKind::kLearner, learner.id, session_reason::kDeactivated));
}

int64_t RemoveLearner(const Deps& deps, Transaction& tx, const Caller& caller, const LearnerRecord& learner,
                      std::vector<AuditEntry>& events) {
  deps.sessions.EndAll(tx, PersonKind::kLearner, learner.id, session_reason::kRemoved);
  MoveToBin(tx.sql(), learner.id, {.deleted_at = deps.clock.Now(), .deleted_by = caller.id});
  // A restored learner does not get them either: what they say is from before.
  FailMailsTo(tx.sql(), learner.id, "the learner was deleted");
  events.push_back(EntryOf(learner, "removed", {{"email", learner.email}}));
  return deps.sessions.AppendLearnerBinned(tx, learner.id);
}

int64_t PurgeLearner(const Deps& deps, Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& events) {
  deps.sessions.EndRemoved(tx, PersonKind::kLearner, learner.id);
  DeleteLearner(tx.sql(), learner.id);
  events.push_back(EntryOf(learner, "purged", {{"email", learner.email}}));
  return deps.sessions.AppendLearnerRemoved(tx, learner.id);
}

int64_t SignLearnerOut(const Deps& deps, Transaction& tx, const LearnerRecord& learner,
                       std::vector<AuditEntry>& events) {
  int64_t ended = deps.sessions.EndAll(tx, PersonKind::kLearner, learner.id, session_reason::kSignedOutByManager);
  if (ended > 0) events.push_back(EntryOf(learner, "signed_out", {{"reason", session_reason::kSignedOutByManager}}));
  return ended;
}

int64_t StoreLearner(const Deps& deps, Transaction& tx, const Caller& caller, const LearnerRecord& before,
                     LearnerRecord& learner, const std::string& except) {
  UpdateLearner(tx.sql(), learner);
  learner.revision = before.revision + 1;
  deps.audit.Record(tx, caller, learner, "updated", ChangesOf(before, learner));
  int64_t changed = deps.sessions.AppendLearnerChanged(tx, learner.id);
  if (learner.password_hash == before.password_hash) return changed;
  return std::max(changed, FollowUpNewPassword(deps, tx, learner, except));
}

int64_t FollowUpNewPassword(const Deps& deps, Transaction& tx, const LearnerRecord& learner,
                            const std::string& except) {
  EndRecoveries(tx.sql(), learner.id, deps.clock.Now());
  // Guesses at the old password no longer pause the account.
  deps.guard.PasswordProven(tx, PersonKind::kLearner, learner.email_key, except);
  SendPasswordChanged(tx, deps, learner);
  return deps.sessions.EndAll(tx, PersonKind::kLearner, learner.id, session_reason::kPasswordChanged, except);
}

absl::StatusOr<int64_t> ChangeLearner(
    const Deps& deps, const Caller& caller, const std::string& learner_id,
    absl::FunctionRef<int64_t(Transaction&, LearnerRecord&, std::vector<AuditEntry>&)> change,
    absl::FunctionRef<absl::Status(const LearnerRecord&)> admit) {
  return deps.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), learner_id);
    if (!learner.has_value()) return error::LearnerNotFound();
    RETURN_IF_ERROR(admit(*learner));
    std::vector<AuditEntry> events;
    int64_t position = change(tx, *learner, events);
    deps.audit.Record(tx, caller, std::move(events));
    return position;
  });
}

}  // namespace academy::auth

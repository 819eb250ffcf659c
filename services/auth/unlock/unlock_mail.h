// The mail that tells an account's owner that its sign-ins are paused, with a link that lets the owner sign in anyway.
//
// Thread-safe.
#pragma once

#include "absl/status/status.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/deps.h"
#include "services/platform/db/database.h"

namespace academy::auth {

// Call after a wrong password or second factor was counted. While the account is paused, mails its owner a link: once a
// pause, and again in a later pause only if the last link was opened or is 2 hours old. That way the owner always has a
// link, and whoever goes on guessing causes 12 mails a day at most. Not for learners who may not sign in at all. Both
// run in the caller's transaction and may throw as SOCI does.
void MailUnlockLink(Transaction& tx, const Deps& deps, const LearnerRecord& learner);
void MailUnlockLink(Transaction& tx, const Deps& deps, const ManagerRecord& manager);

// Does the same in a transaction of its own, and returns UNAUTHENTICATED wrong_password, or the transaction's error.
absl::Status RefusePassword(const Deps& deps, const LearnerRecord& learner);
absl::Status RefusePassword(const Deps& deps, const ManagerRecord& manager);

}  // namespace academy::auth

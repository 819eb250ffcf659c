// Mails that tell people what was changed about their account, by whomever.
//
// Each function may be called from any thread, in the transaction of the change, and may throw as SOCI does.
#pragma once

#include <string>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/deps.h"
#include "services/platform/db/database.h"

namespace academy::auth {

void SendPasswordChanged(Transaction& tx, const Deps& deps, const LearnerRecord& learner);
void SendPasswordChanged(Transaction& tx, const Deps& deps, const ManagerRecord& manager);

// To the address that was and to the one that is.
void SendEmailChanged(Transaction& tx, const Deps& deps, const std::string& old_email, const LearnerRecord& learner);

}  // namespace academy::auth

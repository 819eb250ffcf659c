// Mails that notify people of changes to their account, whoever made them.
//
// Each function runs in the transaction of the change, on any thread, and may throw as SOCI does.
#pragma once

#include <string>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/deps.h"
#include "services/platform/db/database.h"

namespace academy::auth {

// Returns the name with which a mail greets its reader: empty unless the reader once confirmed the address. Managers
// never do.
std::string GreetedName(const LearnerRecord& learner);
std::string GreetedName(const ManagerRecord& manager);

void SendPasswordChanged(Transaction& tx, const Deps& deps, const LearnerRecord& learner);
void SendPasswordChanged(Transaction& tx, const Deps& deps, const ManagerRecord& manager);

// `manager` has the new role.
void SendRoleChanged(Transaction& tx, const Deps& deps, const ManagerRecord& manager);

void SendFactorsChanged(Transaction& tx, const Deps& deps, const ManagerRecord& manager, FactorsChange change);

// Sent to the old and to the new address; the mail to the new one, which nobody has confirmed, names neither the old
// one nor the learner.
void SendEmailChanged(Transaction& tx, const Deps& deps, const std::string& old_email, const LearnerRecord& learner);

}  // namespace academy::auth

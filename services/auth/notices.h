// Mails that tell people what was changed about their account, by whomever.
//
// Each function may be called from any thread, in the transaction of the change, and may throw as SOCI does.
#pragma once

#include <string>

#include "services/auth/learner_store.h"
#include "services/auth/manager_store.h"
#include "services/auth/parts.h"
#include "services/common/db/database.h"

namespace academy::auth {

void TellPasswordChanged(Transaction& tx, const Parts& parts, const LearnerRecord& learner);
void TellPasswordChanged(Transaction& tx, const Parts& parts, const ManagerRecord& manager);

// To the address that was and to the one that is.
void TellEmailChanged(Transaction& tx, const Parts& parts, const std::string& old_email, const LearnerRecord& learner);

}  // namespace academy::auth

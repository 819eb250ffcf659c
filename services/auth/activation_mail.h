// The mail whose link activates a learner's account.
#pragma once

#include <cstdint>

#include "services/auth/learner_store.h"
#include "services/auth/mail_store.h"
#include "services/auth/parts.h"

namespace academy::auth {

// How long a link is good for.
inline constexpr UnixMillis kActivationLifetime = 48LL * 60 * 60 * 1000;

// Whether the learner had as many links in the last day as one may have: 10. Runs in its caller's transaction.
bool HadEnoughActivationMails(const Parts& parts, Transaction& tx, const std::string& learner_id);

// Puts a mail with a new link into the outbox, and what was stored of it. Older links stay good until they expire.
MailRecord SendActivation(const Parts& parts, Transaction& tx, const LearnerRecord& learner);

}  // namespace academy::auth

// The mail whose link activates a learner's account.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/deps.h"
#include "services/auth/mail/mail_store.h"

namespace academy::auth {

// How long a link is good for.
inline constexpr UnixMillis kActivationLifetime = 48LL * 60 * 60 * 1000;

// RESOURCE_EXHAUSTED too_many_attempts when the learner had as many links in the last day as one may have: 10. Runs in
// its caller's transaction or snapshot.
absl::Status RequireActivationMailLeft(soci::session& sql, const std::string& learner_id, UnixMillis now);

// Puts a mail with a new link into the outbox, and what was stored of it. Older links stay good until they expire.
MailRecord SendActivation(const Deps& deps, Transaction& tx, const LearnerRecord& learner);

}  // namespace academy::auth

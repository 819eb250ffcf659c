// The mail with the link that activates a learner's account. Thread-safe; may throw as SOCI does.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/deps.h"
#include "services/auth/mail/mail_store.h"

namespace academy::auth {

// RESOURCE_EXHAUSTED too_many_attempts if the learner got the maximum of 10 links in the last day. Runs in its caller's
// transaction or snapshot.
absl::Status RequireActivationMailLeft(soci::session& sql, const std::string& learner_id, UnixMillis now);

// Adds a mail with a new link to the outbox and returns it. Older links stay valid until they expire.
MailRecord SendActivation(const Deps& deps, Transaction& tx, const LearnerRecord& learner);

}  // namespace academy::auth

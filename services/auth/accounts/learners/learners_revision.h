// What tells whether any learner changed since a list of them was made.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>

namespace academy::auth {

// The revision of the learners in the snapshot of `sql`: another one after every change of what lists show of them, in
// whichever process that was made, and the same only for the same learners.
std::string LearnersRevision(soci::session& sql);

// For whoever writes learners, in the same transaction.
void RenewLearnersRevision(soci::session& sql);

}  // namespace academy::auth

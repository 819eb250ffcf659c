// A revision that shows whether any learner changed since a list was built.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>

namespace academy::auth {

// Returns the learners' revision in the snapshot of `sql`. It differs after every change, by any process, of a field
// that lists show; equal revisions mean equal learners.
std::string LearnersRevision(soci::session& sql);

// Call in the transaction of every change to learners.
void RenewLearnersRevision(soci::session& sql);

}  // namespace academy::auth

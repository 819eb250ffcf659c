// What hands an account over takes more than a session's token, which may be stolen: a session is recent for 15 minutes
// after its sign-in or after its person has given the password again.
//
// Thread-safe.
#pragma once

#include <soci/soci.h>

#include "absl/status/status.h"
#include "services/auth/deps.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

// OK for a session that is recent at `now`, and for services, which have none. PERMISSION_DENIED
// reauthentication_required; UNAUTHENTICATED with the reason why a session ended. Runs in its caller's transaction or
// snapshot and may throw as SOCI does.
absl::Status RequireRecent(soci::session& sql, const Caller& caller, UnixMillis now);

// Likewise, in a snapshot of its own: before what costs a hash.
absl::Status RequireRecent(const Deps& deps, const Caller& caller);

}  // namespace academy::auth

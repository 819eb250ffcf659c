// The calling manager, for changes to the account's factors.
#pragma once

#include <soci/soci.h>

#include "absl/status/statusor.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

// Returns the calling manager, whose session must be recent at `now`. PERMISSION_DENIED reauthentication_required,
// UNAUTHENTICATED with the reason why the session ended. Thread-safe; runs in its caller's transaction or snapshot and
// may throw as SOCI does.
absl::StatusOr<ManagerRecord> FindRecentManager(soci::session& sql, const Caller& caller, UnixMillis now);

}  // namespace academy::auth

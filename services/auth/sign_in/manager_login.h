// What every sign-in of a manager ends with, whatever proved who it is.
//
// Both functions are thread-safe.
#pragma once

#include <string>

#include "academy/auth/v1/manager_sign_in.pb.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

// Opens a session and records the sign-in; `used_factor` is empty for a password alone. Runs in its caller's
// transaction and may throw as SOCI does. Opening a manager's session ends no other, so there is no position to wait
// for.
OpenedSession OpenManagerSession(Transaction& tx, const Deps& deps, const Caller& caller, const ManagerRecord& manager,
                                 const std::string& used_factor);

// `manager` is as it was before the sign-in.
v1::LoginManagerResponse SignedIn(const ManagerRecord& manager, const OpenedSession& opened);

}  // namespace academy::auth

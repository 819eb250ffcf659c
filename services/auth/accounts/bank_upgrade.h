// Encrypts the bank details of an academy that stored them in clear.
#pragma once

#include "absl/status/status.h"
#include "services/platform/db/database.h"
#include "services/platform/keys/key_ring.h"

namespace academy::auth {

// Moves the rows of `learner_banks` to `bank_details`, in short transactions, and removes the table. On SQLite the
// database's files are then rewritten, so that nothing in clear remains in them. Continues where an earlier call was
// interrupted; does nothing afterwards. Errors of Database::Write. Thread-safe.
absl::Status EncryptBanksInClear(Database& database, const KeyRing& keys);

}  // namespace academy::auth

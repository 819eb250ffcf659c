// The keys that auth has seen in the academy's rings, so that the audit trail has each rotation once.
#pragma once

#include <vector>

#include "services/auth/audit/audit_trail.h"
#include "services/platform/db/database.h"
#include "services/platform/keys/key_folder.h"

namespace academy::auth {

// Records `keys.rotated` for each key that was not seen before. The first keys of a ring that was not seen before are
// no rotation. Runs in its caller's transaction, on any thread, and may throw as SOCI does.
void RecordNewKeys(Transaction& tx, AuditTrail& audit, const std::vector<KeyName>& keys);

}  // namespace academy::auth

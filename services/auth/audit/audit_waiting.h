// Events that are committed and not yet in the audit trail. On a server the writes of several processes run side by
// side and leave their events here, because each event of the trail has the hash of the one before it; AuditTrail
// chains them one after another.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string_view>
#include <vector>

#include "services/auth/audit/audit_chain.h"

namespace academy::auth {

// Statements for a migration. The order of the events is that of their numbers.
inline constexpr std::string_view kAuditWaitingSchema =
    "CREATE TABLE audit_waiting (number {{serial}}, id TEXT NOT NULL UNIQUE, event TEXT NOT NULL);\n";

// Skips events that wait already. Those of one transaction keep their order.
void AddWaiting(soci::session& sql, const std::vector<AuditRecord>& events);

bool AnyWaiting(soci::session& sql);

// Removes the oldest events and returns them in order, without those that are in the trail already.
std::vector<AuditRecord> TakeWaiting(soci::session& sql, int limit);

}  // namespace academy::auth

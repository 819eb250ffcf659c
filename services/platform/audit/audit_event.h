// Converts audit entries to the messages that auth accepts.
#pragma once

#include "academy/auth/v1/audit.pb.h"
#include "services/platform/audit/audit_entry.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/caller.h"

namespace academy {

// Returns `entry`, cleaned, with a new id and the time `now`. The caller is the actor unless the entry names one.
// Thread-safe.
auth::v1::AuditEvent MakeAuditEvent(const Caller& caller, AuditEntry entry, UnixMillis now);

}  // namespace academy

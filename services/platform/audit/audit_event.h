// Entries as the messages that auth takes.
#pragma once

#include "academy/auth/v1/audit.pb.h"
#include "services/platform/audit/audit_entry.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/caller.h"

namespace academy {

// `entry` cleaned, with an id and a time, and the caller as actor unless the entry names one. Callable from any thread.
auth::v1::AuditEvent MakeAuditEvent(const Caller& caller, AuditEntry entry, UnixMillis now);

}  // namespace academy

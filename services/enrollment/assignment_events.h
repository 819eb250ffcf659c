// What the feed and the audit trail say of assignments, for the stores that change them.
//
// Callable from any thread.
#pragma once

#include <string>
#include <vector>

#include "services/common/audit/audit_entry.h"
#include "services/common/db/change_feed.h"
#include "services/common/db/database.h"
#include "services/enrollment/assignment_store.h"

namespace academy::enrollment {

// That an assignment changed, or is no more, as the feed keeps it.
std::string AssignmentEvent(const std::string& assignment_id, bool removed);

// Tells readers of the feed that assignments are no more. May throw as SOCI does.
void AppendAssignmentsRemoved(ChangeFeed& feed, Transaction& tx, const std::vector<std::string>& assignment_ids);

// What the audit trail says of an assignment; the second, with the dates that it has from now on.
AuditEntry AssignmentEntry(const Cause& cause, const char* action, const std::string& id, const AssignmentKey& key);
AuditEntry AssignmentEntry(const Cause& cause, const char* action, const std::string& id, const AssignmentKey& key,
                           const Window& window);

}  // namespace academy::enrollment

// What the feed and the audit trail say of assignments, for the stores that change them.
//
// Callable from any thread.
#pragma once

#include <string>
#include <vector>

#include "services/enrollment/assignments/assignment_store.h"
#include "services/platform/audit/audit_entry.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"

namespace academy::enrollment {

// That an assignment changed, or is no more, as the feed keeps it.
std::string AssignmentEvent(const std::string& assignment_id, bool removed);

// Tells readers of the feed that assignments are no more. May throw as SOCI does.
void AppendAssignmentsRemoved(ChangeFeed& feed, Transaction& tx, const std::vector<std::string>& assignment_ids);

// What the audit trail says of an assignment; the second, with the dates that it has from now on.
AuditEntry AssignmentEntry(const AuditContext& audit, const char* action, const std::string& id,
                           const AssignmentKey& key);
AuditEntry AssignmentEntry(const AuditContext& audit, const char* action, const std::string& id,
                           const AssignmentKey& key, const Window& window);

}  // namespace academy::enrollment

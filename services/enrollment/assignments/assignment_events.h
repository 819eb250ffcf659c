// Feed events and audit entries about assignments.
//
// Thread-safe.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "services/enrollment/assignments/assignment_record.h"
#include "services/platform/audit/audit_entry.h"
#include "services/platform/db/transaction.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

// The caller of a change, and the known names of its courses and learners, by id.
struct AuditContext {
  Caller caller;
  std::unordered_map<std::string, std::string> names;
};

// Returns a serialized feed event: the assignment changed or was removed.
std::string AssignmentEvent(const std::string& assignment_id, bool removed);

// Appends such an event for each removed assignment. May throw as SOCI does.
void AppendAssignmentsRemoved(ChangeFeed& feed, Transaction& tx, const std::vector<std::string>& assignment_ids);

// Returns the audit entry of a change. The second form adds the assignment's new dates.
AuditEntry AssignmentEntry(const AuditContext& context, const char* action, const std::string& id,
                           const AssignmentKey& key);
AuditEntry AssignmentEntry(const AuditContext& context, const char* action, const std::string& id,
                           const AssignmentKey& key, const Window& window);

}  // namespace academy::enrollment

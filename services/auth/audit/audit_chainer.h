// Chains the audit events that wait, soon after the transactions that left them. On SQLite, where none wait, it does
// nothing.
#pragma once

#include <optional>

#include "services/auth/audit/audit_trail.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/db/database.h"

namespace academy::auth {

class AuditChainer {
 public:
  // Both must outlive it.
  AuditChainer(Database& database, AuditTrail& trail);
  // Chains what waits then, so that a process that is stopped leaves nothing to the others.
  ~AuditChainer();

 private:
  Database& database_;
  AuditTrail& trail_;
  std::optional<PeriodicTask> task_;
};

}  // namespace academy::auth

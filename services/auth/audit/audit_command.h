// The command that verifies the audit trail of an academy, running or not.
#pragma once

#include <filesystem>
#include <string>

namespace academy::auth {

struct AuditCommand {
  // The academy's data folder.
  std::filesystem::path data;
  // Empty: SQLite in the data folder.
  std::string database_url;
  // `<position>:<hash>` as printed by an earlier run, or empty.
  std::string noted;
};

// Prints `Audit trail is whole: N events` and the head on standard output; returns 0. Or where it is broken: 1. Or on
// standard error why it could not look: 2. Changes nothing.
int PrintAuditVerdict(const AuditCommand& command);

}  // namespace academy::auth

// The command that verifies an academy's audit trail, whether or not the academy is running.
#pragma once

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"

namespace academy::auth {

struct AuditCommand {
  // The academy's data folder.
  std::filesystem::path data;
  // Empty: SQLite in the data folder. An error is printed.
  absl::StatusOr<std::string> database_url;
  // `<position>:<hash>` as printed by an earlier run, or empty.
  std::string noted;
};

// Prints the verdict and returns the exit code. 0: prints `Audit trail is whole: N events` and the head on standard
// output. 1: prints where the trail is broken. 2: prints on standard error why it could not be verified. Changes
// nothing.
int PrintAuditVerdict(const AuditCommand& command);

}  // namespace academy::auth

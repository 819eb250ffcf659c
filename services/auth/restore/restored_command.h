// The command that settles people's data after it was restored from a backup, before auth starts on it.
#pragma once

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"

namespace academy::auth {

struct RestoredCommand {
  // The restored data folder, which no process uses.
  std::filesystem::path data;
  // Auth's database; empty for SQLite in `data`. An error is printed.
  absl::StatusOr<std::string> database_url = std::string();
  // Also makes a manager, and prints the address and the password on one line: the check of a backup signs in with
  // them. Only for a copy that is deleted afterwards.
  bool check_manager = false;
};

// Ends all sessions, because some of them had ended after the backup and would come alive again; marks waiting mails as
// failed, because they may have been sent since, with codes that are no longer good: managers can send them again.
// Returns the exit code: 1, with a message on standard error, if it could not.
int RunRestoredCommand(const RestoredCommand& command);

}  // namespace academy::auth

// The command that removes a manager's second factor, whether or not the academy is running.
#pragma once

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace academy::auth {

struct ResetCommand {
  // The academy's data folder.
  std::filesystem::path data;
  // Empty: SQLite in the data folder. An error is printed.
  absl::StatusOr<std::string> database_url;
  // The manager's.
  std::string email;
  // For times in mails, while the academy is not running.
  absl::TimeZone zone = absl::UTCTimeZone();
};

// Asks the auth process of the data folder to do it; opens the database itself only if there is none, because two
// processes must not write one SQLite file. Prints on standard output what was done, or why it was not, and returns the
// exit code, 0 or 1.
int RunResetCommand(const ResetCommand& command);

}  // namespace academy::auth

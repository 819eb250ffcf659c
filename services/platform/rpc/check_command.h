// --check_database: says how a service's database is, whether or not the service is running. Nothing is changed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/platform/db/migrations.h"

namespace academy {

struct CheckCommand {
  // The service's name.
  std::string name;
  // The academy's data folder.
  std::filesystem::path data;
  // DatabaseUrlFromFlags(); empty for SQLite in the data folder.
  absl::StatusOr<std::string> database_url;
  const std::vector<Migration>& migrations;
};

// Prints one line on standard output and returns the exit code, 0 or 1. The line is `ok`, the engine's name and
// version, and `schema <version>`; or the reason of the error and its message: no_database where there is none yet;
// database_missing and other_database (DatabaseMarker); schema_too_old, schema_too_new; database_damaged, by SQLite's
// quick_check or foreign_key_check; otherwise, it cannot be read.
int RunCheckCommand(const CheckCommand& command);

}  // namespace academy

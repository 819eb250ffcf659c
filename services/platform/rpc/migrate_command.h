// --migrate_only: brings a service's database to the schema of this program and ends, while the programs of the release
// before go on with it. --check_schema: only says whether this program could.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/platform/db/migrations.h"

namespace academy {

struct MigrateCommand {
  // The service's name.
  std::string name;
  // The academy's data folder.
  std::filesystem::path data;
  // DatabaseUrlFromFlags(); empty for SQLite in the data folder.
  absl::StatusOr<std::string> database_url;
  const std::vector<Migration>& migrations;
};

// Returns the exit code: 1, after saying why on standard error, if the schema is not that of `migrations`, or of a
// newer program that this one can work with. There is nothing to do without a SQLite file, which its service makes.
int RunMigrateCommand(const MigrateCommand& command);

// Returns the exit code: 1, after saying why on standard error, if this program can neither migrate the database nor
// work with it as it is. Nothing changes. Also while the service runs.
int RunCheckSchemaCommand(const MigrateCommand& command);

}  // namespace academy

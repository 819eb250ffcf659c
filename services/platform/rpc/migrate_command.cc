#include "services/platform/rpc/migrate_command.h"

#include <iostream>
#include <memory>
#include <system_error>

#include "absl/status/status.h"
#include "services/platform/base/status.h"
#include "services/platform/db/database.h"

namespace academy {
namespace {

absl::Status Migrate(const MigrateCommand& command) {
  ASSIGN_OR_RETURN(std::string url, command.database_url);
  if (url.empty()) {
    std::filesystem::path file = command.data / command.name / (command.name + ".db");
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return absl::OkStatus();
    url = file.string();
  }
  ASSIGN_OR_RETURN(
      std::unique_ptr<Database> database,
      Database::Open(
          {.url = url, .readers = 0, .marker = (command.data / "databases" / command.name).string(), .exclusive = true},
          command.migrations));
  return absl::OkStatus();
}

}  // namespace

int RunMigrateCommand(const MigrateCommand& command) {
  absl::Status migrated = Migrate(command);
  if (migrated.ok()) return 0;
  std::cerr << "Cannot migrate the database of " << command.name << ": " << MessageOf(migrated) << std::endl;
  return 1;
}

}  // namespace academy

#include "services/platform/rpc/migrate_command.h"

#include <iostream>
#include <memory>
#include <system_error>

#include "absl/status/status.h"
#include "services/platform/base/status.h"
#include "services/platform/db/database.h"
#include "services/platform/db/schema_check.h"

namespace academy {
namespace {

// Empty where there is no SQLite file yet.
absl::StatusOr<std::string> UrlOf(const MigrateCommand& command) {
  ASSIGN_OR_RETURN(std::string url, command.database_url);
  if (!url.empty()) return url;
  std::filesystem::path file = command.data / command.name / (command.name + ".db");
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file.string() : "";
}

absl::Status Migrate(const MigrateCommand& command) {
  ASSIGN_OR_RETURN(std::string url, UrlOf(command));
  if (url.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(
      std::unique_ptr<Database> database,
      Database::Open(
          {.url = url, .readers = 0, .marker = (command.data / "databases" / command.name).string(), .exclusive = true},
          command.migrations));
  return absl::OkStatus();
}

absl::Status Check(const MigrateCommand& command) {
  ASSIGN_OR_RETURN(std::string url, UrlOf(command));
  return url.empty() ? absl::OkStatus() : CheckSchema(url, command.migrations);
}

}  // namespace

int RunMigrateCommand(const MigrateCommand& command) {
  absl::Status migrated = Migrate(command);
  if (migrated.ok()) return 0;
  std::cerr << "Cannot migrate the database of " << command.name << ": " << MessageOf(migrated) << std::endl;
  return 1;
}

int RunCheckSchemaCommand(const MigrateCommand& command) {
  absl::Status checked = Check(command);
  if (checked.ok()) return 0;
  std::cerr << "The database of " << command.name << " is not for this release: " << MessageOf(checked) << std::endl;
  return 1;
}

}  // namespace academy

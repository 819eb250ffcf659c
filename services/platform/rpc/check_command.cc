#include "services/platform/rpc/check_command.h"

#include <soci/soci.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "services/platform/base/status.h"
#include "services/platform/db/database.h"
#include "services/platform/db/identity.h"
#include "services/platform/db/query.h"

namespace academy {
namespace {

absl::Status Refuse(const char* reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

absl::Status CheckVersion(soci::session& sql, const std::vector<Migration>& migrations, int& version) {
  version = QueryOne<int>(sql, "SELECT COALESCE(MAX(version), 0) FROM schema_migrations").value_or(0);
  const int newest = NewestVersion(migrations);
  const std::string schema = absl::StrCat("the database has schema ", version, ", this program ", newest);
  if (version < newest) return Refuse("schema_too_old", schema);
  if (version == newest) return absl::OkStatus();
  const int floor = QueryOne<int>(sql, "SELECT version FROM schema_floor").value_or(0);
  return floor > newest ? Refuse("schema_too_new", schema) : absl::OkStatus();
}

absl::Status CheckReferences(soci::session& sql) {
  std::string table;
  sql << "PRAGMA foreign_key_check", soci::into(table);
  if (!sql.got_data()) return absl::OkStatus();
  return Error(absl::StatusCode::kDataLoss, "database_damaged",
               "a row of " + table + " refers to one that is not there");
}

absl::StatusOr<std::string> Check(const CheckCommand& command) {
  DatabaseMarker marker(command.data / "databases" / command.name);
  RETURN_IF_ERROR(marker.Load());
  ASSIGN_OR_RETURN(std::string url, command.database_url);
  if (url.empty()) {
    url = (command.data / command.name / (command.name + ".db")).string();
    std::error_code ignored;
    if (!std::filesystem::exists(url, ignored)) {
      RETURN_IF_ERROR(marker.RefuseToCreate("There is no database " + url));
      return Refuse("no_database", "there is no database yet");
    }
  }
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::OpenReadOnly({.url = url, .readers = 1}));
  RETURN_IF_ERROR(database->Check({}));
  const bool sqlite = database->engine() == Engine::kSqlite;
  return database->Read([&](soci::session& sql) -> absl::StatusOr<std::string> {
    RETURN_IF_ERROR(marker.Compare(ReadDatabaseId(sql)));
    int version = 0;
    RETURN_IF_ERROR(CheckVersion(sql, command.migrations, version));
    if (sqlite) RETURN_IF_ERROR(CheckReferences(sql));
    std::string engine = sqlite ? QueryOne<std::string>(sql, "SELECT sqlite_version()").value_or("")
                                : QueryOne<std::string>(sql, "SELECT current_setting('server_version')").value_or("");
    return absl::StrCat(sqlite ? "SQLite " : "PostgreSQL ", engine, ", schema ", version);
  });
}

}  // namespace

int RunCheckCommand(const CheckCommand& command) {
  absl::StatusOr<std::string> found = Check(command);
  if (found.ok()) {
    std::cout << "ok " << *found << std::endl;
    return 0;
  }
  std::string message(MessageOf(found.status()));
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::cout << DetailOf(found.status()).reason << " " << message << std::endl;
  return 1;
}

}  // namespace academy

#include "services/platform/db/schema_check.h"

#include <soci/soci.h>

#include <cstdint>
#include <memory>

#include "services/platform/base/status.h"
#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/db/schema_floor.h"

namespace academy {
namespace {

bool HasTable(soci::session& sql, Engine engine, const std::string& table) {
  if (engine == Engine::kSqlite) {
    return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = :name", table) >
           0;
  }
  return QueryValue<int64_t>(sql,
                             "SELECT COUNT(*) FROM information_schema.tables"
                             " WHERE table_schema = current_schema() AND table_name = :name",
                             table) > 0;
}

}  // namespace

absl::Status CheckSchema(const std::string& url, const std::vector<Migration>& migrations) {
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::OpenReadOnly({.url = url, .readers = 1}));
  return database->Read([&](soci::session& sql) -> absl::Status {
    if (!HasTable(sql, database->engine(), "schema_migrations")) return absl::OkStatus();
    int version = QueryOne<int>(sql, "SELECT COALESCE(MAX(version), 0) FROM schema_migrations").value_or(0);
    int floor = 0;
    // A database of before has none.
    if (HasTable(sql, database->engine(), "schema_floor")) {
      floor = QueryOne<int>(sql, "SELECT version FROM schema_floor").value_or(0);
    }
    return CheckFloor(version, floor, migrations);
  });
}

}  // namespace academy

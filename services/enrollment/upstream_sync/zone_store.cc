#include "services/enrollment/upstream_sync/zone_store.h"

#include "services/platform/db/query.h"

namespace academy::enrollment {
namespace {

constexpr char kTimezone[] = "timezone";

}  // namespace

std::string LoadZone(soci::session& sql) {
  return QueryOne<std::string>(sql, "SELECT value FROM upstream_settings WHERE name = :name", std::string(kTimezone))
      .value_or("");
}

void StoreZone(soci::session& sql, const std::string& name) {
  Execute(sql,
          "INSERT INTO upstream_settings (name, value) VALUES (:name, :value)"
          " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
          std::string(kTimezone), name);
}

}  // namespace academy::enrollment

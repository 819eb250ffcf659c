// The academy's time zone as auth last told it.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>
#include <string_view>

namespace academy::enrollment {

// A migration.
inline constexpr std::string_view kZoneSchema =
    "CREATE TABLE upstream_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);\n";

// Returns its IANA name; empty before auth was first asked.
std::string LoadZone(soci::session& sql);
void StoreZone(soci::session& sql, const std::string& name);

}  // namespace academy::enrollment

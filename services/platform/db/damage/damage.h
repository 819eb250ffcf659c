// Looks for damage in a SQLite file.
//
// Used by the thread that owns the session.
#pragma once

#include <soci/soci.h>

#include <functional>
#include <string>

#include "absl/status/status.h"

namespace academy {

absl::Status DamageFound(const std::string& finding);

// Runs `PRAGMA quick_check` table by table. DATA_LOSS database_damaged with the first finding; CANCELLED soon after
// `stopping` returns true, which may be empty and is called by another thread. May throw as SOCI does.
absl::Status LookForDamage(soci::session& sql, const std::function<bool()>& stopping);

}  // namespace academy

// Which keys belong to auth's database. Auth processes on several machines share one on PostgreSQL, and must have the
// same keys: with others of its own, a process would break the seal of the audit trail.
//
// All functions are thread-safe.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/db/database.h"
#include "services/platform/keys/key_folder.h"

namespace academy::auth {

// The migration that adds fingerprints to known_keys.
inline constexpr std::string_view kFingerprintsSchema =
    "ALTER TABLE known_keys ADD COLUMN fingerprint TEXT NOT NULL DEFAULT ''";

// What auth does about keys that `data` lacks, before it writes anything: it makes them, unless the database on
// PostgreSQL has had such keys, which is FAILED_PRECONDITION key_missing. Errors of Database::OpenReadOnly.
absl::StatusOr<KeyFolder::Missing> MissingKeysOf(const std::filesystem::path& data, const std::string& database_url);

// Notes that the keys `here` (KeyFolder::Names) are the database's if it has none. Otherwise FAILED_PRECONDITION
// key_missing if one that seals the audit trail is not here, key_foreign if one that is here is another of the same id.
// Errors of Database::Write.
absl::Status ClaimKeys(Database& database, const std::vector<KeyName>& here);

}  // namespace academy::auth

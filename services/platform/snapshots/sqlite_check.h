// Checks a SQLite database that no process uses. Neither the file nor its write-ahead log changes.
//
// Thread-safe.
#pragma once

#include <filesystem>

#include "absl/status/status.h"

namespace academy {

// DATA_LOSS database_damaged, with what SQLite found, unless the file is whole and every reference in it resolves.
absl::Status CheckSqlite(const std::filesystem::path& file);

}  // namespace academy

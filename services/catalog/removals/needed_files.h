// Which files the rows of catalog's database name: what a backup must have.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace academy::catalog {

// Prints, one a line, `blob <key>` and `upload <file's name>` for every file that a row of the catalog names, and
// returns the exit code: 1, with a message on standard error, when it cannot be read. Changes nothing. `database_url`
// is empty for SQLite in `data`; an error is printed.
int PrintNeededFiles(const std::filesystem::path& data, const absl::StatusOr<std::string>& database_url);

}  // namespace academy::catalog

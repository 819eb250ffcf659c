// Which files the rows of catalog's database name: what a backup must have.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace academy::catalog {

// Prints, one a line, `blob <key>` and `upload <file's name>` for every file that a row of `data`/catalog/catalog.db
// names, and returns the exit code: 1, with a message on standard error, when it cannot be read. Changes nothing.
int PrintNeededFiles(const std::filesystem::path& data);

}  // namespace academy::catalog

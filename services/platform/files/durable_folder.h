// Folders that a power cut does not take: a file's own fsync says nothing of the folders that it is in.
//
// All functions are thread-safe.
#pragma once

#include <filesystem>

#include "absl/status/status.h"

namespace academy {

// Makes a folder and what is missing above it, and syncs the names of it and of the folder that it is in, whoever made
// them: another process may have, a moment ago. FAILED_PRECONDITION file_error.
absl::Status MakeDurableFolder(const std::filesystem::path& folder);

}  // namespace academy

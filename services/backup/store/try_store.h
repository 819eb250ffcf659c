// Shows whether an S3 store works.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <string>

#include "absl/status/status.h"

namespace academy::backup {

// Stores a small object under a new name, reads it back and removes it. `url` is `s3://...`.
// Errors of OpenBlobs and Blobs; DATA_LOSS object_damaged if another content comes back.
absl::Status TryStore(const std::string& url, const std::filesystem::path& s3_credentials);

}  // namespace academy::backup

// Restores an academy from a backup.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/backup/check/restored_folder.h"
#include "services/backup/store/manifest.h"
#include "services/platform/base/clock.h"

namespace academy::backup {

struct RestoreOptions {
  // Folder or `s3://...` with backups, and the file with its credentials.
  std::string from;
  std::filesystem::path s3_credentials;
  // Empty for the newest.
  std::string id;
  // Missing or empty; becomes the academy's data folder.
  std::filesystem::path data;
  // File of the identity, for an encrypted backup.
  std::filesystem::path identity;
  Programs programs;
};

struct RestoreResult {
  std::string id;
  int64_t files = 0;
  int64_t bytes = 0;
  // In the data folder, if databases are in PostgreSQL.
  std::vector<ManifestCluster> clusters;
};

// Name of the folder in a data folder that is there while it is being restored: an academy must not start on it.
inline constexpr char kRestoring[] = "restoring";

// Restores and checks all, ends the sessions of then and its waiting mails. FAILED_PRECONDITION or INVALID_ARGUMENT
// with what to do; DATA_LOSS if the backup was altered or is incomplete. On an error the folder is as before.
absl::StatusOr<RestoreResult> Restore(const RestoreOptions& options);

}  // namespace academy::backup

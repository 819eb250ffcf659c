// Makes one backup of an academy, running or not, and verifies it.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/backup/check/restored_folder.h"
#include "services/backup/store/keep_policy.h"

namespace academy::backup {

struct BackupOptions {
  // The academy's data folder.
  std::filesystem::path data;
  // Folder or `s3://...` for backups, and the file with its credentials.
  std::string to;
  std::filesystem::path s3_credentials;
  // File of the recipient; empty leaves the backup unencrypted, which only a folder takes.
  std::filesystem::path recipient;
  // The academy's own content, if it has any; restored to `site` in the data folder.
  std::filesystem::path own_site;
  // Where the academy keeps pictures and videos, unless in the data folder.
  std::string blobs;
  std::filesystem::path blobs_credentials;
  // Objects of earlier backups are read again when they were not for so long.
  absl::Duration recheck = absl::Hours(7 * 24);
  // Which backups are kept; without one, all.
  std::optional<KeepPolicy> keep;
  // What no backup needs is removed when it was not for so long: finding it reads the lists of all backups.
  absl::Duration sweep_every = absl::ZeroDuration();
  Programs programs;
  // Told, in a line, what the backup does besides what it always does.
  std::function<void(const std::string&)> say = [](const std::string&) {};
};

struct BackupResult {
  std::string id;
  // Of the academy's data, and of what had to be stored.
  int64_t bytes = 0;
  int64_t sent = 0;
};

// FAILED_PRECONDITION or INVALID_ARGUMENT with what to do, if no backup can be made so; UNAVAILABLE or DATA_LOSS if it
// failed: then there is no backup, and earlier ones are as before.
absl::StatusOr<BackupResult> MakeBackup(const BackupOptions& options);

}  // namespace academy::backup

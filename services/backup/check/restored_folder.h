// A data folder made of a backup: its files, the checks of their contents, and the academy started on it.
//
// Used by one thread at a time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/backup/store/backup_store.h"
#include "services/backup/store/manifest.h"
#include "services/backup/store/object_file.h"

namespace academy::backup {

// The academy's other programs.
struct Programs {
  // Folder of `auth`, `catalog` and so on.
  std::filesystem::path bin;
  // The web app, and the academy's own content.
  std::filesystem::path web;
  std::filesystem::path site;
};

// The services, those that read others' feeds before those that they read: in copies made in this order, no stored
// position is ahead of its feed.
inline constexpr const char* kServices[] = {"enrollment", "presence", "catalog", "auth"};

class RestoredFolder {
 public:
  // What the programs print on standard error goes to `log`.
  RestoredFolder(std::filesystem::path data, Programs programs, std::filesystem::path log)
      : data_(std::move(data)), programs_(std::move(programs)), log_(std::move(log)) {}

  // Gets a file from the store. DATA_LOSS if it is not there or not the same; errors of ReadObject.
  absl::Status Fetch(const BackupStore& store, const ManifestEntry& entry, const OpenKey& open) const;

  // Checks the databases' files and references, and the audit trail, which must have `audit_head` unless that is empty.
  // Returns the trail's head; empty for an empty trail. DATA_LOSS database_damaged, INTERNAL program_failed.
  absl::StatusOr<std::string> Check(const std::string& audit_head) const;
  // The paths of the files that the catalog's rows name.
  absl::StatusOr<std::vector<std::string>> NeededFiles() const;
  // Ends sessions and waiting mails. With `check_manager` it makes a manager and returns address and password.
  absl::StatusOr<std::string> Settle(bool check_manager) const;
  // Settles, starts the five processes so that they have no effect outside the folder, signs in and ends them.
  // UNAVAILABLE check_failed.
  absl::Status StartAndSignIn() const;

 private:
  std::string ProgramOf(const std::string& name) const { return (programs_.bin / name).string(); }
  std::string DataFlag() const { return "--data=" + data_.string(); }

  const std::filesystem::path data_;
  const Programs programs_;
  const std::filesystem::path log_;
};

}  // namespace academy::backup

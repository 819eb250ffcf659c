// A data folder made of a backup: its files, the checks of their contents, and the academy started on it.
//
// Used by one thread at a time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/backup/postgresql/restored_clusters.h"
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

class RestoredFolder {
 public:
  // What the programs print on standard error goes to `folders.log`.
  RestoredFolder(RestoredClusters::Folders folders, Programs programs, std::vector<ManifestCluster> clusters)
      : data_(folders.data),
        programs_(std::move(programs)),
        log_(folders.log),
        clusters_(std::move(folders), std::move(clusters)) {}

  // Gets a file from the store. DATA_LOSS if it is not there or not the same; errors of ReadObject.
  absl::Status Fetch(const BackupStore& store, const ManifestEntry& entry, const OpenKey& open) const;

  // Whether this machine has what StartServers needs. Errors of RestoredClusters::RequireTools.
  absl::Status RequireTools() const { return clusters_.RequireTools(); }
  // Once all files are there: starts PostgreSQL where it is needed. Errors of RestoredClusters::Start.
  absl::Status StartServers() { return clusters_.Start(); }
  // Ends it, and leaves clusters that an owner may start. Errors of RestoredClusters::Finish.
  absl::Status FinishServers() { return clusters_.Finish(); }

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
  // The command line of a service's program, which finds its data.
  std::vector<std::string> ServiceWords(const std::string& service, const std::vector<std::string>& flags) const;

  const std::filesystem::path data_;
  const Programs programs_;
  const std::filesystem::path log_;
  RestoredClusters clusters_;
};

}  // namespace academy::backup

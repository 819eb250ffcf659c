// Copies of the services' databases, for one backup: of SQLite by each service itself, of PostgreSQL by pg_basebackup,
// all databases of a cluster at one moment.
//
// Used by one thread.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/backup/copy/service_calls.h"
#include "services/backup/store/manifest.h"

namespace academy::backup {

struct CopyFolders {
  // A folder in `run`, and its name there.
  std::filesystem::path snapshots;
  std::string snapshots_name;
  // An existing folder for clusters, of this backup only.
  std::filesystem::path clusters;
  // What PostgreSQL's programs print.
  std::filesystem::path log;
};

struct CopiedFile {
  // In the data folder: `auth/auth.db`, `postgresql/base/1/112`.
  std::string path;
  std::filesystem::path file;
};

struct DatabaseCopies {
  std::vector<CopiedFile> files;
  std::vector<ManifestCluster> clusters;
};

// Copies each database before those whose feeds its service reads. `say` is told, in a line, which program copies what.
// FAILED_PRECONDITION copy_order where that order is not possible; errors of ServiceCalls::Snapshot, PgTools::Find,
// CheckFacts and CopyCluster.
absl::StatusOr<DatabaseCopies> CopyDatabases(const ServiceCalls& calls, const CopyFolders& folders,
                                             const std::function<void(const std::string&)>& say);

}  // namespace academy::backup

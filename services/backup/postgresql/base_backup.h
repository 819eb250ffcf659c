// Copies a running PostgreSQL cluster with pg_basebackup.
//
// Used by one thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/backup/postgresql/cluster_facts.h"
#include "services/backup/postgresql/pg_tools.h"

namespace academy::backup {

// What a copied cluster consists of. Relative paths, ordered.
struct ClusterFiles {
  std::vector<std::string> files;
  // A server needs these too.
  std::vector<std::string> empty_folders;
};

// Copies the cluster to the new folder `target`, with the log that it needs to become whole: a file each, because those
// that have not changed are stored once. Beside the folder there is meanwhile a file with the address, which may hold a
// password. Errors of ExplainFailure.
absl::StatusOr<ClusterFiles> CopyCluster(const PgTools& tools, const ClusterFacts& facts, const std::string& address,
                                         const std::filesystem::path& target, const std::filesystem::path& log);

}  // namespace academy::backup

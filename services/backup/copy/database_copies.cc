#include "services/backup/copy/database_copies.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "services/backup/postgresql/base_backup.h"
#include "services/backup/postgresql/cluster_facts.h"
#include "services/backup/postgresql/pg_tools.h"
#include "services/backup/services.h"
#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

constexpr char kClusters[] = "postgresql";

// A cluster that was copied.
struct Copied {
  std::string id;
  fs::path folder;
  ClusterFiles files;
  ManifestCluster cluster;
};

absl::StatusOr<Copied> Copy(const std::string& service, const std::string& address, const ClusterFacts& facts,
                            const fs::path& folder, const fs::path& log,
                            const std::function<void(const std::string&)>& say) {
  RETURN_IF_ERROR(CheckFacts(facts));
  ASSIGN_OR_RETURN(PgTools tools, PgTools::Find(facts.version));
  say("pg_basebackup copies the PostgreSQL " + std::to_string(facts.version) + " cluster at " + facts.place +
      ", which has the database of " + service);
  ASSIGN_OR_RETURN(ClusterFiles files, CopyCluster(tools, facts, address, folder, log));
  ManifestCluster cluster{.version = facts.version, .empty_folders = files.empty_folders};
  return Copied{.id = facts.id, .folder = folder, .files = std::move(files), .cluster = std::move(cluster)};
}

// A service that comes between two of one cluster would be copied after the second.
absl::Status Misplaced(const std::string& service, const Copied& cluster) {
  return Error(
      absl::StatusCode::kFailedPrecondition, "copy_order",
      "the databases of " + cluster.cluster.databases.back().service + " and " + service +
          " are in one PostgreSQL cluster, and that of the service between them (enrollment, presence, catalog,"
          " auth) is elsewhere: no copies of all fit together. Fix: move that database to the cluster");
}

}  // namespace

absl::StatusOr<DatabaseCopies> CopyDatabases(const ServiceCalls& calls, const CopyFolders& folders,
                                             const std::function<void(const std::string&)>& say) {
  DatabaseCopies copies;
  std::vector<Copied> clusters;
  // The cluster of the service before.
  std::string before;
  for (const std::string service : kServices) {
    ASSIGN_OR_RETURN(std::string address, calls.Snapshot(service, folders.snapshots_name));
    if (address.empty()) {
      std::string name = service + ".db";
      copies.files.push_back({.path = absl::StrCat(service, "/", name), .file = folders.snapshots / name});
      before.clear();
      continue;
    }
    ASSIGN_OR_RETURN(ClusterFacts facts, ReadClusterFacts(address));
    auto cluster =
        std::find_if(clusters.begin(), clusters.end(), [&](const Copied& copied) { return copied.id == facts.id; });
    if (cluster == clusters.end()) {
      fs::path folder = folders.clusters / std::to_string(clusters.size());
      ASSIGN_OR_RETURN(Copied copied, Copy(service, address, facts, folder, folders.log, say));
      cluster = clusters.insert(clusters.end(), std::move(copied));
    } else if (before != facts.id) {
      return Misplaced(service, *cluster);
    }
    cluster->cluster.databases.push_back({.service = service, .name = facts.database, .user = facts.user});
    before = facts.id;
  }
  for (Copied& copied : clusters) {
    copied.cluster.folder = kClusters;
    if (clusters.size() > 1) copied.cluster.folder += "/" + copied.cluster.databases.front().service;
    for (const std::string& file : copied.files.files) {
      copies.files.push_back({.path = copied.cluster.folder + "/" + file, .file = copied.folder / file});
    }
    copies.clusters.push_back(std::move(copied.cluster));
  }
  return copies;
}

}  // namespace academy::backup

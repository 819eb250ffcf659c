#include "services/backup/postgresql/restored_clusters.h"

#include <fstream>
#include <utility>

#include "services/backup/postgresql/database_check.h"
#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

absl::Status MakePrivate(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  // PostgreSQL refuses a cluster that others can read.
  if (!error) fs::permissions(folder, fs::perms::owner_all, error);
  if (!error) return absl::OkStatus();
  return Error(absl::StatusCode::kUnavailable, "file_error", "cannot make " + folder.string() + ": " + error.message());
}

absl::Status MakePrivateAll(const fs::path& cluster, const std::vector<std::string>& empty_folders) {
  RETURN_IF_ERROR(MakePrivate(cluster));
  for (const std::string& folder : empty_folders) RETURN_IF_ERROR(MakePrivate(cluster / folder));
  std::error_code error;
  for (fs::recursive_directory_iterator entries(cluster, error);
       !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    if (entries->is_directory(error)) RETURN_IF_ERROR(MakePrivate(entries->path()));
  }
  return absl::OkStatus();
}

// Debian keeps a cluster's settings in /etc/postgresql, where pg_basebackup does not look. With these it starts, for
// whoever can enter its folder.
void WriteMissingSettings(const fs::path& cluster) {
  std::error_code error;
  if (fs::exists(cluster / "postgresql.conf", error)) return;
  std::ofstream(cluster / "postgresql.conf") << "# Written by ./academy restore: the backup had none.\n"
                                                "listen_addresses = ''\n";
  if (!fs::exists(cluster / "pg_hba.conf", error)) std::ofstream(cluster / "pg_hba.conf") << "local all all peer\n";
  if (!fs::exists(cluster / "pg_ident.conf", error)) std::ofstream(cluster / "pg_ident.conf").flush();
}

}  // namespace

absl::Status RestoredClusters::RequireTools() const {
  for (const ManifestCluster& cluster : clusters_) RETURN_IF_ERROR(PgTools::Find(cluster.version).status());
  return absl::OkStatus();
}

absl::Status RestoredClusters::Start() {
  if (clusters_.empty()) return absl::OkStatus();
  RETURN_IF_ERROR(MakePrivate(folders_.sockets));
  int port = 0;
  for (const ManifestCluster& cluster : clusters_) {
    fs::path folder = folders_.data / cluster.folder;
    RETURN_IF_ERROR(MakePrivateAll(folder, cluster.empty_folders));
    ASSIGN_OR_RETURN(PgTools tools, PgTools::Find(cluster.version));
    absl::Status verified = RunPgProgram({tools.Path("pg_verifybackup"), "--quiet", folder.string()}, folders_.log);
    if (!verified.ok()) {
      return Error(absl::StatusCode::kDataLoss, "database_damaged",
                   "the copy of the PostgreSQL cluster is damaged: " + std::string(MessageOf(verified)));
    }
    ASSIGN_OR_RETURN(std::unique_ptr<PrivateServer> server,
                     PrivateServer::Start(
                         tools, {.cluster = folder, .sockets = folders_.sockets, .port = ++port, .log = folders_.log}));
    running_.push_back({.tools = std::move(tools), .server = std::move(server)});
  }
  return absl::OkStatus();
}

absl::Status RestoredClusters::Check() const {
  for (size_t i = 0; i < running_.size(); ++i) {
    for (const ManifestDatabase& database : clusters_[i].databases) {
      RETURN_IF_ERROR(
          CheckPostgresql(running_[i].tools, *running_[i].server, database.user, database.name, folders_.log));
    }
  }
  return absl::OkStatus();
}

absl::Status RestoredClusters::Finish() {
  for (Running& running : running_) RETURN_IF_ERROR(running.server->Stop());
  running_.clear();
  for (const ManifestCluster& cluster : clusters_) {
    fs::path folder = folders_.data / cluster.folder;
    std::error_code ignored;
    // Of the state before the server ran.
    for (const char* file : {"backup_manifest", "backup_label.old"}) fs::remove(folder / file, ignored);
    WriteMissingSettings(folder);
  }
  return absl::OkStatus();
}

std::string RestoredClusters::AddressOf(const std::string& service) const {
  for (size_t i = 0; i < running_.size(); ++i) {
    for (const ManifestDatabase& database : clusters_[i].databases) {
      if (database.service == service) return running_[i].server->Address(database.user, database.name);
    }
  }
  return std::string();
}

}  // namespace academy::backup

#include "services/backup/postgresql/base_backup.h"

#include <algorithm>

#include "services/backup/postgresql/service_file.h"
#include "services/platform/base/status.h"
#include "services/platform/keys/key_file.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

absl::StatusOr<ClusterFiles> List(const fs::path& folder) {
  ClusterFiles found;
  std::error_code error;
  fs::recursive_directory_iterator entries(folder, error);
  for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    std::string path = entries->path().lexically_relative(folder).string();
    if (entries->is_directory(error)) {
      if (fs::is_empty(entries->path(), error)) found.empty_folders.push_back(path);
    } else {
      found.files.push_back(path);
    }
    if (error) break;
  }
  if (error) return Error(absl::StatusCode::kUnavailable, "file_error", "cannot read the copy: " + error.message());
  std::sort(found.files.begin(), found.files.end());
  std::sort(found.empty_folders.begin(), found.empty_folders.end());
  return found;
}

}  // namespace

absl::StatusOr<ClusterFiles> CopyCluster(const PgTools& tools, const ClusterFacts& facts, const std::string& address,
                                         const fs::path& target, const fs::path& log) {
  ASSIGN_OR_RETURN(std::string service, ServiceFileText(address));
  fs::path service_file = target.string() + ".service";
  RETURN_IF_ERROR(WriteSecretFile(service_file, service));
  absl::Status copied = RunPgProgram(
      {"env", "PGSERVICEFILE=" + service_file.string(), "LC_ALL=C", tools.Path("pg_basebackup"), "--no-password",
       "--dbname=service=" + std::string(kPgService), "--pgdata=" + target.string(), "--format=plain",
       // What is stored is synced there.
       "--wal-method=stream", "--checkpoint=fast", "--no-sync"},
      log);
  std::error_code ignored;
  fs::remove(service_file, ignored);
  if (!copied.ok()) return ExplainFailure(facts, MessageOf(copied));
  return List(target);
}

}  // namespace academy::backup

// Makes, lists and restores backups of an academy: what `./academy backup` and `./academy restore` run.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/backup/backup_run.h"
#include "services/backup/last_backup.h"
#include "services/backup/restore_run.h"
#include "services/backup/store/backup_store.h"
#include "services/backup/store/keep_policy.h"
#include "services/backup/store/manifest.h"
#include "services/backup/store/sealing.h"
#include "services/backup/store/try_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/flags.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

ABSL_FLAG(std::string, to, "", "Makes a backup in this folder, or s3://...");
ABSL_FLAG(std::string, restore, "", "Restores a backup of this folder, or s3://..., into --data.");
ABSL_FLAG(std::string, list, "", "Lists the backups in this folder, or s3://...");
ABSL_FLAG(std::string, new_identity, "",
          "Makes the identity for encrypted backups: this file, and its recipient, .pub.");
ABSL_FLAG(std::string, try_store, "",
          "Stores a small object in s3://..., reads and removes it, and prints how it went.");
ABSL_FLAG(std::string, data, "data", "The academy's data folder.");
ABSL_FLAG(std::string, id, "", "The backup to restore; empty for the newest.");
ABSL_FLAG(std::string, recipient, "", "File of the recipient for whom the backup is encrypted.");
ABSL_FLAG(std::string, identity, "", "File of the identity that opens an encrypted backup.");
ABSL_FLAG(std::string, s3_credentials, "",
          "File with the credentials of s3://; empty uses AWS_ACCESS_KEY_ID and so on.");
ABSL_FLAG(std::string, blobs, "", "Where pictures and videos are kept: s3://...; empty is the data folder.");
ABSL_FLAG(std::string, blobs_credentials, "", "File with the credentials of that.");
ABSL_FLAG(std::string, own_site, "", "Folder of the academy's own content, for the backup; empty if it has none.");
ABSL_FLAG(std::string, keep, "", "Which backups are kept, 24h,7d,4w,6m; empty keeps all.");
ABSL_FLAG(absl::Duration, recheck, absl::Hours(7 * 24),
          "Objects of earlier backups are read again when they were not for so long; 0 reads all.");
ABSL_FLAG(absl::Duration, sweep_every, absl::ZeroDuration(),
          "What no backup needs any longer is removed when it was not for so long; 0 removes it at once.");
ABSL_FLAG(std::string, bin, "", "Folder of the academy's programs; empty for this program's.");
ABSL_FLAG(std::string, web, "out/web", "Folder of the built web app.");
ABSL_FLAG(std::string, site, "site", "Folder of the academy's own content.");

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

Programs ProgramsFromFlags() {
  fs::path bin = absl::GetFlag(FLAGS_bin);
  std::error_code error;
  if (bin.empty()) bin = fs::read_symlink("/proc/self/exe", error).parent_path();
  return {.bin = bin, .web = absl::GetFlag(FLAGS_web), .site = absl::GetFlag(FLAGS_site)};
}

int Fail(const absl::Status& status) {
  std::cerr << MessageOf(status) << std::endl;
  return 1;
}

absl::StatusOr<BackupResult> BackupFromFlags(const fs::path& data) {
  BackupOptions options{.data = data,
                        .to = absl::GetFlag(FLAGS_to),
                        .s3_credentials = absl::GetFlag(FLAGS_s3_credentials),
                        .recipient = absl::GetFlag(FLAGS_recipient),
                        .own_site = absl::GetFlag(FLAGS_own_site),
                        .blobs = absl::GetFlag(FLAGS_blobs),
                        .blobs_credentials = absl::GetFlag(FLAGS_blobs_credentials),
                        .recheck = absl::GetFlag(FLAGS_recheck),
                        .sweep_every = absl::GetFlag(FLAGS_sweep_every),
                        .programs = ProgramsFromFlags(),
                        .say = [](const std::string& line) { std::cout << line << std::endl; }};
  if (std::string keep = absl::GetFlag(FLAGS_keep); !keep.empty()) {
    ASSIGN_OR_RETURN(options.keep, ParseKeepPolicy(keep));
  }
  return MakeBackup(options);
}

int RunBackup() {
  fs::path data = fs::absolute(absl::GetFlag(FLAGS_data));
  absl::Time begun = absl::Now();
  absl::StatusOr<BackupResult> result = BackupFromFlags(data);
  LastBackup last{.at = Clock::System().Now(), .seconds = absl::ToDoubleSeconds(absl::Now() - begun)};
  if (result.ok()) {
    last.id = result->id;
    last.bytes = result->bytes;
  } else {
    last.error = std::string(MessageOf(result.status()));
  }
  std::error_code error;
  // Another backup that is being made writes its own.
  bool other = DetailOf(result.status()).reason == "backup_runs" || !fs::is_directory(data / "backup", error);
  absl::Status written = other ? absl::OkStatus() : WriteLastBackup(data, last);
  if (!result.ok()) return Fail(result.status());
  if (!written.ok()) return Fail(written);
  std::printf("Backup %s: %lld bytes, %lld of them sent, verified, in %.1f s\n", last.id.c_str(),
              static_cast<long long>(last.bytes), static_cast<long long>(result->sent), last.seconds);
  return 0;
}

// How to start what `./academy run` does not: PostgreSQL, and the processes with their databases there.
void PrintNextSteps(const fs::path& data, const std::vector<ManifestCluster>& clusters) {
  // Nobody but root enters a folder of root's, and PostgreSQL does not run as root.
  bool as_root = ::geteuid() == 0;
  for (const ManifestCluster& cluster : clusters) {
    fs::path restored = data / cluster.folder;
    fs::path place =
        as_root ? fs::path("/var/lib/postgresql") / ("restored-" + restored.filename().string()) : restored;
    std::printf("A PostgreSQL %d cluster is in %s. Start it, and give the processes their databases there:\n",
                cluster.version, restored.c_str());
    if (as_root) std::printf("  mv %s %s\n", restored.c_str(), place.c_str());
    std::printf("  %s/usr/lib/postgresql/%d/bin/pg_ctl -D %s -l %s -o \"-c unix_socket_directories=%s\" -w start\n",
                as_root ? "runuser -u postgres -- " : "", cluster.version, place.c_str(), (place / "log").c_str(),
                place.c_str());
    for (const ManifestDatabase& database : cluster.databases) {
      std::printf("  out/bin/%s --data=%s '--db=postgresql://%s@/%s?host=%s' ...\n", database.service.c_str(),
                  data.c_str(), database.user.c_str(), database.name.c_str(), place.c_str());
    }
  }
}

int RunRestore() {
  RestoreOptions options{.from = absl::GetFlag(FLAGS_restore),
                         .s3_credentials = absl::GetFlag(FLAGS_s3_credentials),
                         .id = absl::GetFlag(FLAGS_id),
                         .data = fs::absolute(absl::GetFlag(FLAGS_data)),
                         .identity = absl::GetFlag(FLAGS_identity),
                         .programs = ProgramsFromFlags()};
  absl::Time begun = absl::Now();
  absl::StatusOr<RestoreResult> result = Restore(options);
  if (!result.ok()) return Fail(result.status());
  std::printf("Restored %s to %s: %lld files, %lld bytes, in %.1f s\n", result->id.c_str(), options.data.c_str(),
              static_cast<long long>(result->files), static_cast<long long>(result->bytes),
              absl::ToDoubleSeconds(absl::Now() - begun));
  PrintNextSteps(options.data, result->clusters);
  return 0;
}

absl::Status List() {
  ASSIGN_OR_RETURN(BackupStore store, BackupStore::Open(absl::GetFlag(FLAGS_list), absl::GetFlag(FLAGS_s3_credentials),
                                                        BackupStore::Missing::kRefuse));
  ASSIGN_OR_RETURN(std::vector<std::string> ids, store.ListBackups());
  for (const std::string& id : ids) {
    ASSIGN_OR_RETURN(std::vector<StoredObject> objects, store.ObjectsOf(id));
    int64_t bytes = 0;
    for (const StoredObject& object : objects) bytes += object.size;
    std::printf("%s  %zu objects, %lld bytes\n", id.c_str(), objects.size(), static_cast<long long>(bytes));
  }
  return absl::OkStatus();
}

// As the services' --check_database: `ok`, or the reason and what happened.
int RunTryStore() {
  absl::Status tried = TryStore(absl::GetFlag(FLAGS_try_store), absl::GetFlag(FLAGS_s3_credentials));
  if (tried.ok()) {
    std::cout << "ok" << std::endl;
    return 0;
  }
  std::cout << DetailOf(tried).reason << " " << MessageOf(tried) << std::endl;
  return 1;
}

int Run() {
  InitLog("backup");
  if (!absl::GetFlag(FLAGS_try_store).empty()) return RunTryStore();
  if (!absl::GetFlag(FLAGS_to).empty()) return RunBackup();
  if (!absl::GetFlag(FLAGS_restore).empty()) return RunRestore();
  absl::Status status;
  if (!absl::GetFlag(FLAGS_list).empty()) {
    status = List();
  } else if (!absl::GetFlag(FLAGS_new_identity).empty()) {
    status = WriteNewIdentity(absl::GetFlag(FLAGS_new_identity));
  } else {
    status =
        Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "give --to, --restore, --list or --new-identity");
  }
  return status.ok() ? 0 : Fail(status);
}

}  // namespace
}  // namespace academy::backup

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Makes, lists and restores backups of an academy.");
  return academy::backup::Run();
}

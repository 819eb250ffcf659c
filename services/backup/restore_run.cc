#include "services/backup/restore_run.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "services/backup/choose.h"
#include "services/backup/store/backup_store.h"
#include "services/backup/store/sealing.h"
#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

absl::Status Failed(const std::string& reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

// An empty folder to restore into. Unless Done is called, it is left as it was found.
class EmptyFolder {
 public:
  static absl::StatusOr<std::unique_ptr<EmptyFolder>> Open(const fs::path& path) {
    std::error_code error;
    bool was_there = fs::exists(path, error);
    if (was_there && (!fs::is_directory(path, error) || !fs::is_empty(path, error))) {
      return Failed("not_empty", path.string() +
                                     " is not an empty folder. Fix: give --data a new folder; a restore"
                                     " overwrites nothing");
    }
    if (!was_there) fs::create_directories(path, error);
    if (!error) fs::permissions(path, fs::perms::owner_all, error);
    if (!error) fs::create_directory(path / kRestoring, error);
    if (error) return Failed("file_error", "cannot write to " + path.string() + ": " + error.message());
    return std::unique_ptr<EmptyFolder>(new EmptyFolder(path, was_there));
  }
  ~EmptyFolder() {
    if (done_) return;
    std::error_code ignored;
    if (!was_there_) {
      fs::remove_all(path_, ignored);
      return;
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(path_, ignored)) fs::remove_all(entry, ignored);
  }

  fs::path work() const { return path_ / kRestoring; }

  // Everything is on the disk before the mark goes.
  absl::Status Done() {
    int fd = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = fd >= 0 && ::syncfs(fd) == 0;
    std::error_code error;
    if (synced) fs::remove_all(work(), error);
    if (synced && !error) synced = ::fsync(fd) == 0;
    if (fd >= 0) ::close(fd);
    if (!synced || error) return Failed("file_error", "cannot sync " + path_.string());
    done_ = true;
    return absl::OkStatus();
  }

 private:
  EmptyFolder(fs::path path, bool was_there) : path_(std::move(path)), was_there_(was_there) {}

  const fs::path path_;
  const bool was_there_;
  bool done_ = false;
};

absl::StatusOr<std::string> ChooseBackup(const BackupStore& store, const std::string& id) {
  ASSIGN_OR_RETURN(std::vector<std::string> ids, store.ListBackups());
  if (ids.empty()) return Failed("no_backups", "there is no complete backup. Fix: see what --from names");
  if (std::binary_search(ids.begin(), ids.end(), id)) return id;
  if (id.empty()) {
    ids = MadeUntil(Clock::System().Now(), std::move(ids));
    if (!ids.empty()) return ids.back();
    return Failed("backups_later", "all backups are later than now. Fix: set this machine's clock, or give --id");
  }
  return Failed("backup_unknown", "there is no backup " + id + ". Fix: ./academy backup --list --from ... shows them");
}

// A manifest in the clear is JSON; encrypted objects begin with a word.
absl::StatusOr<bool> IsEncrypted(const Blob& manifest) {
  std::array<char, 16> beginning{};
  ASSIGN_OR_RETURN(size_t got, manifest.ReadAt(0, beginning.data(), beginning.size()));
  return got > 0 && beginning[0] != '{';
}

absl::StatusOr<OpenKey> OpenerFor(const Blob& manifest, const fs::path& identity_file) {
  ASSIGN_OR_RETURN(bool encrypted, IsEncrypted(manifest));
  if (!encrypted) return OpenKey();
  if (identity_file.empty()) {
    return Failed("identity_missing", "the backup is encrypted. Fix: give --identity FILE, the one of its recipient");
  }
  ASSIGN_OR_RETURN(Identity identity, Identity::Read(identity_file));
  return OpenKey([identity](std::string_view sealed) { return identity.Open(sealed); });
}

absl::StatusOr<Manifest> OpenManifest(const std::string& id, const Blob& stored, const OpenKey& open,
                                      const fs::path& file) {
  RETURN_IF_ERROR(ReadObject(BytesOf(stored), open, file).status());
  std::ifstream in(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  ASSIGN_OR_RETURN(Manifest manifest, ReadManifest(text));
  if (BackupId(manifest.at, text) == id) return manifest;
  return Error(absl::StatusCode::kDataLoss, "manifest_invalid", "the manifest of " + id + " was altered");
}

absl::Status RequireFiles(const Manifest& manifest, const std::vector<std::string>& needed) {
  absl::flat_hash_set<std::string> paths;
  for (const ManifestEntry& entry : manifest.entries) paths.insert(entry.path);
  for (const std::string& path : needed) {
    if (!paths.contains(path)) {
      return Error(absl::StatusCode::kDataLoss, "file_missing", "the backup is incomplete: it lacks " + path);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<RestoreResult> Restore(const RestoreOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<EmptyFolder> folder, EmptyFolder::Open(options.data));
  ASSIGN_OR_RETURN(BackupStore store,
                   BackupStore::Open(options.from, options.s3_credentials, BackupStore::Missing::kRefuse));
  ASSIGN_OR_RETURN(std::string id, ChooseBackup(store, options.id));
  ASSIGN_OR_RETURN(std::unique_ptr<Blob> stored, store.OpenManifest(id));
  ASSIGN_OR_RETURN(OpenKey open, OpenerFor(*stored, options.identity));
  ASSIGN_OR_RETURN(Manifest manifest, OpenManifest(id, *stored, open, folder->work() / "manifest"));
  RestoredFolder restored({.data = options.data, .sockets = folder->work() / "s", .log = folder->work() / "log"},
                          options.programs, manifest.clusters);
  RETURN_IF_ERROR(restored.RequireTools());
  RestoreResult result{.id = id, .clusters = manifest.clusters};
  for (const ManifestEntry& entry : manifest.entries) {
    RETURN_IF_ERROR(restored.Fetch(store, entry, open));
    ++result.files;
    result.bytes += entry.size;
  }
  RETURN_IF_ERROR(restored.StartServers());
  RETURN_IF_ERROR(restored.Check(manifest.audit_head).status());
  ASSIGN_OR_RETURN(std::vector<std::string> needed, restored.NeededFiles());
  RETURN_IF_ERROR(RequireFiles(manifest, needed));
  RETURN_IF_ERROR(restored.Settle(/*check_manager=*/false).status());
  RETURN_IF_ERROR(restored.FinishServers());
  RETURN_IF_ERROR(folder->Done());
  return result;
}

}  // namespace academy::backup

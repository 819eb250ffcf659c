// Where backups are: a folder, or a prefix in an S3 store, of one academy.
//
//   unfinished                           which objects backups that failed have stored
//   academy-backups                      the id of the academy
//   objects/<first two letters>/<name>   what files hold; shared by all backups that have the same
//   backups/<id>/objects                 which objects the backup needs, readable without the identity
//   backups/<id>/manifest                written last: without it there is no backup
//
// Thread-safe; but only one process at a time may change a store.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/backup/store/manifest.h"
#include "services/platform/base/clock.h"
#include "services/platform/blobs/blobs.h"

namespace academy::backup {

inline constexpr char kOwnerFile[] = "academy-backups";

class BackupStore {
 public:
  enum class Missing { kMake, kRefuse };

  // `place` is a folder or `s3://...`; with kRefuse it is only read. FAILED_PRECONDITION no_backups for a folder that
  // is missing; errors of OpenBlobs.
  static absl::StatusOr<BackupStore> Open(const std::string& place, const std::filesystem::path& s3_credentials,
                                          Missing missing);

  // The id of the academy whose backups these are; empty if nobody's yet.
  absl::StatusOr<std::string> Owner() const;
  absl::Status SetOwner(const std::string& academy);

  // The ids of all complete backups, oldest first.
  absl::StatusOr<std::vector<std::string>> ListBackups() const;
  // The stored bytes of each object, by name.
  absl::StatusOr<absl::flat_hash_map<std::string, int64_t>> ListObjects() const;

  // Takes the file away.
  absl::Status PutObject(const std::string& name, const std::filesystem::path& file);
  // NOT_FOUND blob_not_found.
  absl::StatusOr<std::unique_ptr<Blob>> OpenObject(const std::string& name) const;

  // Makes the backup complete, and takes the manifest's file away. `check` reads the manifest back, and the list is
  // compared: on any error there is no such backup.
  absl::Status PutBackup(const std::string& id, const std::vector<StoredObject>& objects,
                         const std::filesystem::path& manifest, const std::function<absl::Status(const Blob&)>& check);
  absl::StatusOr<std::unique_ptr<Blob>> OpenManifest(const std::string& id) const;
  // DATA_LOSS object_list_invalid.
  absl::StatusOr<std::vector<StoredObject>> ObjectsOf(const std::string& id) const;

  // Removes backups; their objects stay until Sweep.
  absl::Status Remove(const std::vector<std::string>& ids);
  // What backups that failed have stored, so that the next one need not: each since `checked_at`, for three days.
  absl::Status PutUnfinished(const std::vector<StoredObject>& objects);
  absl::StatusOr<std::vector<StoredObject>> Unfinished(UnixMillis now) const;
  // Removes what is left of incomplete backups and the objects that neither a backup needs nor Unfinished lists. Reads
  // the lists of all backups. DATA_LOSS object_list_invalid, and then nothing is removed.
  absl::Status Sweep(UnixMillis now);

 private:
  explicit BackupStore(std::unique_ptr<Blobs> blobs) : blobs_(std::move(blobs)) {}

  absl::Status ReadBack(const std::string& id, const std::vector<StoredObject>& objects,
                        const std::function<absl::Status(const Blob&)>& check) const;

  std::unique_ptr<Blobs> blobs_;
};

}  // namespace academy::backup

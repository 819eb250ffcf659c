#include "services/backup/store/backup_store.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/time/time.h"
#include "services/platform/base/status.h"
#include "services/platform/blobs/open_blobs.h"
#include "services/platform/blobs/s3_options.h"

namespace academy::backup {
namespace {

constexpr std::string_view kBackups = "backups";
constexpr std::string_view kObjects = "objects";
constexpr std::string_view kUnfinished = "unfinished";
constexpr absl::Duration kUnfinishedTime = absl::Hours(3 * 24);
constexpr std::string_view kManifest = "/manifest";
// Lists have about 150 bytes for each object.
constexpr size_t kMaxList = size_t{1} << 30;
constexpr size_t kMaxOwner = 4096;
// A SHA-256, an HMAC of one or a random number, in hexadecimal.
constexpr size_t kObjectName = 64;

std::string KeyOf(std::string_view id, std::string_view file) {
  return std::string(kBackups) + "/" + std::string(id) + "/" + std::string(file);
}

std::string ObjectKeyOf(const std::string& name) {
  return std::string(kObjects) + "/" + name.substr(0, 2) + "/" + name;
}

// Whether the store itself makes such keys: the folder may also have files of somebody else.
bool IsObjectKey(const std::string& key) {
  std::string name = key.substr(key.rfind('/') + 1);
  auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return name.size() == kObjectName && std::all_of(name.begin(), name.end(), is_hex) && key == ObjectKeyOf(name);
}

// The backup that a file of the store belongs to; empty for a file of somebody else.
std::string BackupOfKey(const std::string& key) {
  std::string id = key.substr(0, key.rfind('/'));
  id.erase(0, std::min(id.size(), kBackups.size() + 1));
  bool own = IsBackupId(id) && (key == KeyOf(id, "manifest") || key == KeyOf(id, "objects"));
  return own ? id : "";
}

}  // namespace

absl::StatusOr<BackupStore> BackupStore::Open(const std::string& place, const std::filesystem::path& s3_credentials,
                                              Missing missing) {
  BlobPlace blobs{.s3_credentials = s3_credentials};
  if (IsS3Url(place)) {
    blobs.url = place;
  } else {
    blobs.folder = place;
    blobs.read_only = missing == Missing::kRefuse;
    std::error_code error;
    bool there = std::filesystem::is_directory(blobs.folder / kBackups, error);
    if (missing == Missing::kRefuse && !there) {
      // ENOENT is the usual case, and means nothing else.
      std::string why = error && error != std::errc::no_such_file_or_directory ? ": " + error.message() : "";
      return Error(absl::StatusCode::kFailedPrecondition, "no_backups", "there are no backups in " + place + why);
    }
  }
  ASSIGN_OR_RETURN(std::unique_ptr<Blobs> opened, OpenBlobs(blobs));
  return BackupStore(std::move(opened));
}

absl::StatusOr<std::string> BackupStore::Owner() const {
  absl::StatusOr<std::string> text = ReadBlob(*blobs_, kOwnerFile, kMaxOwner);
  if (absl::IsNotFound(text.status())) return std::string();
  RETURN_IF_ERROR(text.status());
  return std::string(absl::StripAsciiWhitespace(*text));
}

absl::Status BackupStore::SetOwner(const std::string& academy) { return blobs_->Put(kOwnerFile, academy + "\n"); }

absl::StatusOr<std::vector<std::string>> BackupStore::ListBackups() const {
  ASSIGN_OR_RETURN(std::vector<BlobEntry> entries, blobs_->List(kBackups));
  std::vector<std::string> ids;
  for (const BlobEntry& entry : entries) {
    if (!entry.key.ends_with(kManifest)) continue;
    std::string id = entry.key.substr(kBackups.size() + 1, entry.key.size() - kBackups.size() - 1 - kManifest.size());
    if (IsBackupId(id)) ids.push_back(std::move(id));
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

absl::StatusOr<absl::flat_hash_map<std::string, int64_t>> BackupStore::ListObjects() const {
  ASSIGN_OR_RETURN(std::vector<BlobEntry> entries, blobs_->List(kObjects));
  absl::flat_hash_map<std::string, int64_t> objects;
  for (const BlobEntry& entry : entries) objects[entry.key.substr(entry.key.rfind('/') + 1)] = entry.size;
  return objects;
}

absl::Status BackupStore::PutObject(const std::string& name, const std::filesystem::path& file) {
  return blobs_->PutFile(ObjectKeyOf(name), file);
}

absl::StatusOr<std::unique_ptr<Blob>> BackupStore::OpenObject(const std::string& name) const {
  return blobs_->Open(ObjectKeyOf(name));
}

absl::Status BackupStore::PutBackup(const std::string& id, const std::vector<StoredObject>& objects,
                                    const std::filesystem::path& manifest,
                                    const std::function<absl::Status(const Blob&)>& check) {
  RETURN_IF_ERROR(blobs_->Put(KeyOf(id, "objects"), WriteObjectList(objects)));
  absl::Status stored = blobs_->PutFile(KeyOf(id, "manifest"), manifest);
  if (stored.ok()) stored = ReadBack(id, objects, check);
  // Even a manifest that was not acknowledged may be there.
  if (!stored.ok()) blobs_->Remove(KeyOf(id, "manifest")).IgnoreError();
  return stored;
}

absl::Status BackupStore::ReadBack(const std::string& id, const std::vector<StoredObject>& objects,
                                   const std::function<absl::Status(const Blob&)>& check) const {
  ASSIGN_OR_RETURN(std::unique_ptr<Blob> stored, OpenManifest(id));
  RETURN_IF_ERROR(check(*stored));
  ASSIGN_OR_RETURN(std::vector<StoredObject> listed, ObjectsOf(id));
  if (listed == objects) return absl::OkStatus();
  return Error(absl::StatusCode::kDataLoss, "object_list_invalid", "the list of the backup " + id + " was altered");
}

absl::StatusOr<std::unique_ptr<Blob>> BackupStore::OpenManifest(const std::string& id) const {
  return blobs_->Open(KeyOf(id, "manifest"));
}

absl::StatusOr<std::vector<StoredObject>> BackupStore::ObjectsOf(const std::string& id) const {
  ASSIGN_OR_RETURN(std::string text, ReadBlob(*blobs_, KeyOf(id, "objects"), kMaxList));
  absl::StatusOr<std::vector<StoredObject>> objects = ReadObjectList(text);
  if (objects.ok()) return objects;
  return Error(absl::StatusCode::kDataLoss, "object_list_invalid",
               "the list of the backup " + id + " was altered: without the folder backups/" + id +
                   " in the place it is no longer a backup");
}

absl::Status BackupStore::Remove(const std::vector<std::string>& ids) {
  // Manifests first, so that there is never a backup without its list.
  for (const std::string& id : ids) {
    RETURN_IF_ERROR(blobs_->Remove(KeyOf(id, "manifest")));
    RETURN_IF_ERROR(blobs_->Remove(KeyOf(id, "objects")));
  }
  return absl::OkStatus();
}

absl::Status BackupStore::PutUnfinished(const std::vector<StoredObject>& objects) {
  return objects.empty() ? blobs_->Remove(kUnfinished) : blobs_->Put(kUnfinished, WriteObjectList(objects));
}

absl::StatusOr<std::vector<StoredObject>> BackupStore::Unfinished(UnixMillis now) const {
  absl::StatusOr<std::string> text = ReadBlob(*blobs_, kUnfinished, kMaxList);
  if (absl::IsNotFound(text.status())) return std::vector<StoredObject>();
  RETURN_IF_ERROR(text.status());
  absl::StatusOr<std::vector<StoredObject>> objects = ReadObjectList(*text);
  // Without it they are only stored again.
  if (!objects.ok()) return std::vector<StoredObject>();
  auto is_old = [now](const StoredObject& object) { return object.checked_at + kUnfinishedTime <= now; };
  objects->erase(std::remove_if(objects->begin(), objects->end(), is_old), objects->end());
  return objects;
}

absl::Status BackupStore::Sweep(UnixMillis now) {
  ASSIGN_OR_RETURN(std::vector<std::string> complete, ListBackups());
  absl::flat_hash_set<std::string> needed;
  for (const std::string& id : complete) {
    // Without one list it is not known what is needed, and nothing may be removed.
    ASSIGN_OR_RETURN(std::vector<StoredObject> objects, ObjectsOf(id));
    for (StoredObject& object : objects) needed.insert(std::move(object.name));
  }
  ASSIGN_OR_RETURN(std::vector<StoredObject> unfinished, Unfinished(now));
  for (StoredObject& object : unfinished) needed.insert(std::move(object.name));
  ASSIGN_OR_RETURN(std::vector<BlobEntry> entries, blobs_->List(kBackups));
  for (const BlobEntry& entry : entries) {
    std::string id = BackupOfKey(entry.key);
    if (id.empty() || std::binary_search(complete.begin(), complete.end(), id)) continue;
    RETURN_IF_ERROR(blobs_->Remove(entry.key));
  }
  ASSIGN_OR_RETURN(std::vector<BlobEntry> objects, blobs_->List(kObjects));
  for (const BlobEntry& object : objects) {
    if (!IsObjectKey(object.key) || needed.contains(object.key.substr(object.key.rfind('/') + 1))) continue;
    RETURN_IF_ERROR(blobs_->Remove(object.key));
  }
  return absl::OkStatus();
}

}  // namespace academy::backup

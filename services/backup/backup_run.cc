#include "services/backup/backup_run.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "services/backup/choose.h"
#include "services/backup/copy/blob_packing.h"
#include "services/backup/copy/database_copies.h"
#include "services/backup/copy/service_calls.h"
#include "services/backup/data_files.h"
#include "services/backup/free_space.h"
#include "services/backup/store/backup_store.h"
#include "services/backup/store/blob_index.h"
#include "services/backup/store/own_place.h"
#include "services/backup/store/packer.h"
#include "services/backup/work_folder.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/blobs/s3_options.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

absl::Status Failed(const std::string& reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

class Job {
 public:
  Job(const BackupOptions& options, const WorkFolder& work, BackupStore& store, ServiceCalls& calls)
      : options_(options), work_(work), store_(store), calls_(calls) {}

  absl::StatusOr<BackupResult> Run() {
    std::error_code ignored;
    fs::remove(work_.log(), ignored);
    RETURN_IF_ERROR(OpenPacker());
    ASSIGN_OR_RETURN(std::unique_ptr<HeldRemovals> held, HeldRemovals::Begin(calls_, work_.snapshots_name()));
    manifest_.at = Clock::System().Now();
    RETURN_IF_ERROR(PackDatabases());
    RETURN_IF_ERROR(PackFiles());
    BlobPlace blobs{.url = options_.blobs, .s3_credentials = options_.blobs_credentials};
    if (blobs.url.empty()) blobs.folder = options_.data / "blobs";
    RETURN_IF_ERROR(blob_packing_->Pack(blobs));
    RETURN_IF_ERROR(held->StillHeld());
    held.reset();
    RETURN_IF_ERROR(Verify());
    ASSIGN_OR_RETURN(std::string id, Complete());
    index_.Write(work_.index()).IgnoreError();
    BackupResult result{.id = id, .sent = packer_->sent()};
    for (const ManifestEntry& entry : manifest_.entries) result.bytes += entry.size;
    return result;
  }

  // What is in the store though Run failed, and may be of use to the next backup: no databases, which will differ.
  std::vector<StoredObject> Unfinished() const {
    std::vector<StoredObject> objects = unfinished_;
    absl::flat_hash_set<std::string> names;
    for (size_t i = own_count_; own_count_ > 0 && i < manifest_.entries.size(); ++i) {
      names.insert(manifest_.entries[i].object);
    }
    for (const StoredObject& object : objects) names.erase(object.name);
    if (names.empty()) return objects;
    for (StoredObject& object : packer_->Objects()) {
      if (!names.contains(object.name)) continue;
      object.checked_at = Clock::System().Now();
      objects.push_back(std::move(object));
    }
    return objects;
  }

 private:
  absl::Status OpenPacker() {
    std::optional<Recipient> recipient;
    std::string name_key;
    if (!options_.recipient.empty()) {
      ASSIGN_OR_RETURN(Recipient read, Recipient::Read(options_.recipient));
      recipient.emplace(std::move(read));
      ASSIGN_OR_RETURN(name_key, work_.NameKey());
      // What was stored for another recipient is stored again for this one.
      name_key += recipient->key();
    }
    ASSIGN_OR_RETURN(auto there, store_.ListObjects());
    ASSIGN_OR_RETURN(std::vector<std::string> ids, store_.ListBackups());
    ids = MadeUntil(Clock::System().Now(), std::move(ids));
    std::vector<StoredObject> known;
    // What only older ones have, as after a restore, is stored again.
    if (!ids.empty()) {
      ASSIGN_OR_RETURN(known, store_.ObjectsOf(ids.back()));
    }
    ASSIGN_OR_RETURN(unfinished_, store_.Unfinished(Clock::System().Now()));
    for (StoredObject object : unfinished_) {
      // Nobody has read it yet.
      object.checked_at = 0;
      known.push_back(std::move(object));
    }
    // And so is what is missing or was cut.
    known.erase(std::remove_if(known.begin(), known.end(),
                               [&](const StoredObject& object) {
                                 auto found = there.find(object.name);
                                 return found == there.end() || found->second != object.size;
                               }),
                known.end());
    packer_.emplace(store_, known, std::move(recipient), std::move(name_key), work_.objects());
    index_ = BlobIndex::Read(work_.index());
    blob_packing_.emplace(*packer_, index_, manifest_);
    return absl::OkStatus();
  }

  absl::Status PackOne(const std::string& path, const ReadBytes& read, Packer::Sharing sharing) {
    ASSIGN_OR_RETURN(ManifestEntry entry, packer_->Pack(path, read, sharing));
    manifest_.entries.push_back(std::move(entry));
    return absl::OkStatus();
  }

  absl::Status PackOwn(const std::string& path, const fs::path& file) {
    absl::StatusOr<ReadBytes> read = BytesOfFile(file);
    std::error_code error;
    // Removed since it was listed.
    if (!read.ok() && !fs::exists(file, error)) return absl::OkStatus();
    RETURN_IF_ERROR(read.status());
    return PackOne(path, *read, Packer::Sharing::kOwn);
  }

  absl::Status PackDatabases() {
    CopyFolders folders{.snapshots = work_.snapshots(),
                        .snapshots_name = work_.snapshots_name(),
                        .clusters = work_.clusters(),
                        .log = work_.log()};
    ASSIGN_OR_RETURN(DatabaseCopies copies, CopyDatabases(calls_, folders, options_.say));
    for (const CopiedFile& copied : copies.files) {
      ASSIGN_OR_RETURN(ReadBytes read, BytesOfFile(copied.file));
      RETURN_IF_ERROR(PackOne(copied.path, read, Packer::Sharing::kOwn));
    }
    manifest_.clusters = std::move(copies.clusters);
    // The copy for the check needs the room.
    std::error_code ignored;
    fs::remove_all(work_.clusters(), ignored);
    return absl::OkStatus();
  }

  absl::Status PackFiles() {
    for (const std::string& path : ListDataFiles(options_.data)) RETURN_IF_ERROR(PackOwn(path, options_.data / path));
    std::error_code error;
    if (!options_.own_site.empty() && !fs::exists(options_.data / "site", error)) {
      for (const std::string& path : ListFiles(options_.own_site)) {
        RETURN_IF_ERROR(PackOwn("site/" + path, options_.own_site / path));
      }
    }
    own_count_ = manifest_.entries.size();
    for (const std::string& path : ListUploads(options_.data)) {
      ASSIGN_OR_RETURN(ReadBytes read, BytesOfFile(options_.data / path));
      RETURN_IF_ERROR(PackOne(path, read, Packer::Sharing::kShared));
    }
    return absl::OkStatus();
  }

  // Restores it aside, from the store.
  absl::Status Verify() {
    RestoredFolder copy({.data = work_.copy(), .sockets = work_.copy() / "s", .log = work_.log()}, options_.programs,
                        manifest_.clusters);
    for (size_t i = 0; i < own_count_; ++i) {
      RETURN_IF_ERROR(copy.Fetch(store_, manifest_.entries[i], packer_->Opener()));
    }
    RETURN_IF_ERROR(copy.StartServers());
    ASSIGN_OR_RETURN(manifest_.audit_head, copy.Check(/*audit_head=*/""));
    ASSIGN_OR_RETURN(std::vector<std::string> needed, copy.NeededFiles());
    RETURN_IF_ERROR(blob_packing_->RequireFiles(std::move(needed)));
    UnixMillis now = Clock::System().Now();
    RETURN_IF_ERROR(packer_->Verify(now - options_.recheck, now));
    return copy.StartAndSignIn();
  }

  // Stores the manifest, which makes it a backup.
  absl::StatusOr<std::string> Complete() {
    std::string text = WriteManifest(manifest_);
    std::string id = BackupId(manifest_.at, text);
    ReadBytes read = [&, at = size_t{0}](char* buffer, size_t length) mutable -> absl::StatusOr<size_t> {
      size_t got = text.copy(buffer, length, at);
      at += got;
      return got;
    };
    fs::path file = work_.objects() / "manifest";
    ObjectKey key = packer_->NewKey();
    ASSIGN_OR_RETURN(ObjectInfo info, WriteObject(read, key, file));
    auto check = [&](const Blob& stored) -> absl::Status {
      ASSIGN_OR_RETURN(ObjectInfo found, ReadObject(BytesOf(stored), packer_->Opener(), {}));
      if (found.sha256 == info.sha256) return absl::OkStatus();
      return Error(absl::StatusCode::kDataLoss, "object_damaged", "the manifest in the store was altered");
    };
    RETURN_IF_ERROR(store_.PutBackup(id, packer_->Objects(), file, check));
    return id;
  }

  const BackupOptions& options_;
  const WorkFolder& work_;
  BackupStore& store_;
  ServiceCalls& calls_;
  std::optional<Packer> packer_;
  BlobIndex index_;
  Manifest manifest_;
  std::optional<BlobPacking> blob_packing_;
  std::vector<StoredObject> unfinished_;
  // The first so many entries are what the copy for the check is made of: all but uploads and blobs.
  size_t own_count_ = 0;
};

absl::Status Prune(const KeepPolicy& policy, const std::string& made, BackupStore& store) {
  ASSIGN_OR_RETURN(std::vector<std::string> ids, store.ListBackups());
  return store.Remove(Dropped(policy, MadeUntil(Clock::System().Now(), std::move(ids)), made));
}

absl::Status CheckOptions(const BackupOptions& options) {
  std::error_code error;
  if (!fs::is_directory(options.data / "keys", error) || !fs::is_directory(options.data / "run", error)) {
    return Failed("no_data_folder", options.data.string() + " is no academy's data folder, or was not started yet");
  }
  if (IsS3Url(options.to)) {
    if (!options.recipient.empty()) return absl::OkStatus();
    return Failed(
        "recipient_missing",
        "backups in an S3 store are encrypted: make an identity with ./academy backup --new-identity FILE, and"
        " give --recipient FILE.pub");
  }
  fs::path to = fs::weakly_canonical(options.to, error);
  fs::path inside = to.lexically_relative(fs::weakly_canonical(options.data, error));
  if (inside.empty() || *inside.begin() == "..") return absl::OkStatus();
  return Failed("inside_data", "a backup inside the data folder is lost with it: give --to another folder");
}

}  // namespace

absl::StatusOr<BackupResult> MakeBackup(const BackupOptions& options) {
  RETURN_IF_ERROR(CheckOptions(options));
  ASSIGN_OR_RETURN(std::unique_ptr<WorkFolder> work, WorkFolder::Open(options.data));
  RETURN_IF_ERROR(RequireFreeSpace(options.data, IsS3Url(options.to) ? "" : options.to));
  std::string academy;
  std::ifstream(options.data / "databases" / "auth") >> academy;
  ASSIGN_OR_RETURN(OwnPlace place, OwnPlace::Open({.address = options.to, .s3_credentials = options.s3_credentials},
                                                  academy, work->places()));
  BackupStore& store = place.store();
  ASSIGN_OR_RETURN(ServiceCalls calls, ServiceCalls::Open(options.data));
  Job job(options, *work, store, calls);
  absl::StatusOr<BackupResult> result = job.Run();
  if (!result.ok()) {
    // What may be damaged is stored again.
    absl::Status noted =
        store.PutUnfinished(absl::IsDataLoss(result.status()) ? std::vector<StoredObject>() : job.Unfinished());
    if (noted.ok()) store.Sweep(Clock::System().Now()).IgnoreError();
    return result;
  }
  RETURN_IF_ERROR(store.PutUnfinished({}));
  if (options.keep.has_value()) RETURN_IF_ERROR(Prune(*options.keep, result->id, store));
  if (work->SweptWithin(options.sweep_every)) return result;
  RETURN_IF_ERROR(store.Sweep(Clock::System().Now()));
  work->NoteSweep();
  return result;
}

}  // namespace academy::backup

#include "services/backup/backup_run.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "services/backup/check/playlists.h"
#include "services/backup/choose.h"
#include "services/backup/data_files.h"
#include "services/backup/free_space.h"
#include "services/backup/service_calls.h"
#include "services/backup/store/backup_store.h"
#include "services/backup/store/blob_index.h"
#include "services/backup/store/own_place.h"
#include "services/backup/store/packer.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/blobs/open_blobs.h"
#include "services/platform/blobs/s3_options.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/keys/key_file.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxPlaylist = 16 << 20;
constexpr std::string_view kRunPrefix = "backup-";

absl::Status Failed(const std::string& reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

// The folder data/backup and the lock of the one backup at a time in it.
class WorkFolder {
 public:
  static absl::StatusOr<std::unique_ptr<WorkFolder>> Open(const fs::path& data) {
    fs::path path = data / "backup";
    std::error_code error;
    fs::create_directory(path, error);
    fs::permissions(path, fs::perms::owner_all, error);
    int fd = ::open((path / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return Failed("file_error", "cannot write to " + path.string());
    std::unique_ptr<WorkFolder> folder(new WorkFolder(data, fd));
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      return Failed("backup_runs", "another backup of " + data.string() + " is being made: wait for it");
    }
    folder->Clean();
    fs::create_directory(folder->objects(), error);
    fs::create_directories(folder->copy(), error);
    fs::permissions(folder->copy(), fs::perms::owner_all, error);
    fs::create_directory(folder->snapshots(), error);
    if (error) return Failed("file_error", "cannot make folders in " + path.string() + ": " + error.message());
    return folder;
  }
  ~WorkFolder() {
    Clean();
    ::close(fd_);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  fs::path objects() const { return path_ / "w"; }
  // Its name is short because sockets are below it, whose paths are limited.
  fs::path copy() const { return path_ / "c"; }
  fs::path log() const { return path_ / "check.log"; }
  fs::path index() const { return path_ / "index"; }
  fs::path places() const { return path_ / "places"; }
  fs::path name_key() const { return path_ / "name-key"; }
  std::string snapshots_name() const { return std::string(kRunPrefix) + token_; }
  fs::path snapshots() const { return run_ / snapshots_name(); }

  bool SweptWithin(absl::Duration time) const {
    UnixMillis at = 0;
    std::ifstream(swept()) >> at;
    UnixMillis now = Clock::System().Now();
    return at <= now && at + time > now;
  }
  void NoteSweep() const { std::ofstream(swept(), std::ios::trunc) << Clock::System().Now() << '\n'; }

 private:
  WorkFolder(const fs::path& data, int fd)
      : path_(data / "backup"), run_(data / "run"), fd_(fd), token_(Hex(RandomBytes(8))) {}

  fs::path swept() const { return path_ / "swept"; }

  // Removes what this backup or one that was killed has left.
  void Clean() {
    std::error_code ignored;
    for (const fs::path& folder : {objects(), copy()}) fs::remove_all(folder, ignored);
    for (const fs::directory_entry& entry : fs::directory_iterator(run_, ignored)) {
      if (entry.path().filename().string().starts_with(kRunPrefix)) fs::remove_all(entry.path(), ignored);
    }
  }

  const fs::path path_;
  const fs::path run_;
  const int fd_;
  const std::string token_;
};

// The secret under which encrypted objects are named; a new one only makes the next backup send everything.
absl::StatusOr<std::string> NameKey(const fs::path& file) {
  std::string key;
  std::ifstream(file) >> key;
  if (!key.empty()) return key;
  key = NewToken();
  RETURN_IF_ERROR(WriteSecretFile(file, key + "\n"));
  return key;
}

class Job {
 public:
  Job(const BackupOptions& options, const WorkFolder& work, BackupStore& store, ServiceCalls& calls)
      : options_(options), work_(work), store_(store), calls_(calls) {}

  absl::StatusOr<BackupResult> Run() {
    RETURN_IF_ERROR(OpenPacker());
    ASSIGN_OR_RETURN(std::unique_ptr<HeldRemovals> held, HeldRemovals::Begin(calls_, work_.snapshots_name()));
    manifest_.at = Clock::System().Now();
    for (const char* service : kServices) RETURN_IF_ERROR(calls_.Snapshot(service, work_.snapshots_name()));
    RETURN_IF_ERROR(PackFiles());
    RETURN_IF_ERROR(PackBlobs());
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
      ASSIGN_OR_RETURN(name_key, NameKey(work_.name_key()));
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

  absl::Status PackFiles() {
    for (const char* service : kServices) {
      std::string name = std::string(service) + ".db";
      ASSIGN_OR_RETURN(ReadBytes read, BytesOfFile(work_.snapshots() / name));
      RETURN_IF_ERROR(PackOne(std::string(service) + "/" + name, read, Packer::Sharing::kOwn));
    }
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

  // Playlists first: what one of them names was stored before it, and so is found by the second list.
  absl::Status PackBlobs() {
    BlobPlace place{.url = options_.blobs, .s3_credentials = options_.blobs_credentials};
    if (place.url.empty()) place.folder = options_.data / "blobs";
    ASSIGN_OR_RETURN(std::unique_ptr<Blobs> blobs, OpenBlobs(place));
    absl::flat_hash_set<std::string> done;
    for (bool all : {false, true}) {
      ASSIGN_OR_RETURN(std::vector<BlobEntry> entries, blobs->List(""));
      for (const BlobEntry& entry : entries) {
        bool playlist = entry.key.ends_with(".m3u8");
        if ((!all && !playlist) || !done.insert(entry.key).second) continue;
        absl::Status packed = playlist ? PackPlaylist(*blobs, entry.key) : PackBlob(*blobs, entry.key);
        // Removed since it was listed: no row of the snapshot names it.
        if (!packed.ok() && !absl::IsNotFound(packed)) return packed;
      }
    }
    return absl::OkStatus();
  }

  absl::Status PackPlaylist(const Blobs& blobs, const std::string& key) {
    ASSIGN_OR_RETURN(std::string text, ReadBlob(blobs, key, kMaxPlaylist));
    playlists_[key] = BlobsOfPlaylist(key, text);
    ReadBytes read = [&, at = size_t{0}](char* buffer, size_t length) mutable -> absl::StatusOr<size_t> {
      size_t got = text.copy(buffer, length, at);
      at += got;
      return got;
    };
    return PackOne("blobs/" + key, read, Packer::Sharing::kShared);
  }

  absl::Status PackBlob(const Blobs& blobs, const std::string& key) {
    ASSIGN_OR_RETURN(std::unique_ptr<Blob> blob, blobs.Open(key));
    if (const BlobIndex::Entry* entry = index_.Find(key, blob->etag(), blob->size()); entry != nullptr) {
      if (std::optional<ManifestEntry> found = packer_->Find("blobs/" + key, blob->size(), entry->sha256)) {
        manifest_.entries.push_back(*std::move(found));
        index_.Keep(key);
        return absl::OkStatus();
      }
    }
    RETURN_IF_ERROR(PackOne("blobs/" + key, BytesOf(*blob), Packer::Sharing::kShared));
    index_.Put(key, {.etag = blob->etag(), .size = blob->size(), .sha256 = manifest_.entries.back().sha256});
    return absl::OkStatus();
  }

  // Restores it aside, from the store.
  absl::Status Verify() {
    std::error_code ignored;
    fs::remove(work_.log(), ignored);
    RestoredFolder copy(work_.copy(), options_.programs, work_.log());
    for (size_t i = 0; i < own_count_; ++i) {
      RETURN_IF_ERROR(copy.Fetch(store_, manifest_.entries[i], packer_->Opener()));
    }
    ASSIGN_OR_RETURN(manifest_.audit_head, copy.Check(/*audit_head=*/""));
    ASSIGN_OR_RETURN(std::vector<std::string> needed, copy.NeededFiles());
    RETURN_IF_ERROR(RequireFiles(std::move(needed)));
    UnixMillis now = Clock::System().Now();
    RETURN_IF_ERROR(packer_->Verify(now - options_.recheck, now));
    return copy.StartAndSignIn();
  }

  // Whether everything that rows and playlists name is in the backup.
  absl::Status RequireFiles(std::vector<std::string> needed) const {
    absl::flat_hash_set<std::string> paths;
    for (const ManifestEntry& entry : manifest_.entries) paths.insert(entry.path);
    constexpr std::string_view kBlobs = "blobs/";
    while (!needed.empty()) {
      std::string path = std::move(needed.back());
      needed.pop_back();
      if (!paths.contains(path)) {
        return Error(
            absl::StatusCode::kDataLoss, "file_missing",
            "the academy itself lacks " + path +
                (options_.blobs.empty() ? ", or keeps it in a store: then give --blobs as to ./academy run" : ""));
      }
      auto playlist = playlists_.find(path.substr(std::min(path.size(), kBlobs.size())));
      if (playlist == playlists_.end()) continue;
      for (const std::string& key : playlist->second) needed.push_back(std::string(kBlobs) + key);
    }
    return absl::OkStatus();
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
  std::vector<StoredObject> unfinished_;
  // The first so many entries are what the copy for the check is made of: all but uploads and blobs.
  size_t own_count_ = 0;
  // Keys that each playlist names.
  absl::flat_hash_map<std::string, std::vector<std::string>> playlists_;
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

// Brings files into a store: each once, whatever the number of backups that have it.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/backup/store/backup_store.h"
#include "services/backup/store/manifest.h"
#include "services/backup/store/object_file.h"
#include "services/backup/store/sealing.h"

namespace academy::backup {

class Packer {
 public:
  // `known` has the objects that earlier backups stored and verified. Objects' files are made in `work`. With a
  // recipient, objects are named after their content's hash under `name_key`, so that a name tells nothing. `store`
  // must outlive the packer.
  Packer(BackupStore& store, const std::vector<StoredObject>& known, std::optional<Recipient> recipient,
         std::string name_key, std::filesystem::path work);

  // A shared file may have been stored by an earlier backup; others are stored anyway when they are encrypted, because
  // the check of this backup opens them, and only the identity opens older ones.
  enum class Sharing { kShared, kOwn };
  // Stores what `read` reads unless the store has it. Errors of WriteObject and Blobs.
  absl::StatusOr<ManifestEntry> Pack(const std::string& path, const ReadBytes& read, Sharing sharing);
  // The entry of a file with this content, without reading it; nullopt if the store does not have it.
  std::optional<ManifestEntry> Find(const std::string& path, int64_t size, const std::string& sha256);

  // Opens what this packer has stored; null if nothing is encrypted.
  OpenKey Opener() const;
  // Reads back what this packer has stored, and of the older objects those that were last read before `checked_before`.
  // DATA_LOSS object_damaged.
  absl::Status Verify(UnixMillis checked_before, UnixMillis now);

  // All objects that the packed files need, with the time of the last check.
  std::vector<StoredObject> Objects() const;
  // Bytes that were stored.
  int64_t sent() const { return sent_; }

  // An object of an encrypted file whose key only the recipient's owner has from now on.
  ObjectKey NewKey();

 private:
  struct Packed {
    StoredObject stored;
    // Of the content; for objects stored now.
    std::string sha256;
    bool is_new = false;
  };

  std::string NameOf(const std::string& sha256) const;
  absl::Status Check(const Packed& packed) const;

  BackupStore& store_;
  const std::optional<Recipient> recipient_;
  const std::string name_key_;
  const std::filesystem::path work_;
  absl::flat_hash_map<std::string, StoredObject> known_;
  // By name.
  absl::flat_hash_map<std::string, Packed> packed_;
  // Keys of objects stored now, by the sealed key.
  absl::flat_hash_map<std::string, std::string> keys_;
  int64_t sent_ = 0;
};

}  // namespace academy::backup

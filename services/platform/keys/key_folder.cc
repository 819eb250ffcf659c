#include "services/platform/keys/key_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>
#include <utility>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/files/durable_folder.h"

namespace academy {
namespace {

// Names the purposes whose keys were made in this folder: a file that is missing was lost.
constexpr char kMade[] = "made";
constexpr char kLock[] = "lock";
constexpr size_t kCredentialDigits = 64;
// A program that was started with an older copy of the ring may still write with a replaced key.
constexpr absl::Duration kKeepUnused = absl::Hours(24);

absl::Status Failed(std::string_view reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

// Held until the end of its scope.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder)
      : descriptor_(::open((folder / kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  absl::Status status(const std::filesystem::path& folder) const {
    if (descriptor_ >= 0) return absl::OkStatus();
    return Failed("key_unwritable", "cannot write in " + folder.string() + ": " + std::strerror(errno));
  }

 private:
  const int descriptor_;
};

std::set<std::string> ReadMade(const std::filesystem::path& folder) {
  std::ifstream in(folder / kMade);
  std::set<std::string> made;
  for (std::string name; in >> name;) made.insert(name);
  return made;
}

// Whether an academy has run in the folder. Its databases may be on a server, but it remembers which they are.
bool HasData(const std::filesystem::path& data) {
  std::error_code ignored;
  std::filesystem::path markers = data / "databases";
  return std::filesystem::exists(data / "auth" / "auth.db", ignored) ||
         (std::filesystem::is_directory(markers, ignored) && !std::filesystem::is_empty(markers, ignored));
}

bool HasAll(const std::set<std::string>& made) {
  return std::all_of(KeyPurposes().begin(), KeyPurposes().end(),
                     [&](const KeyPurpose& purpose) { return made.contains(std::string(purpose.name)); });
}

// The credential of an academy without a key ring; empty if there is none.
absl::StatusOr<std::string> ReadCredential(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return "";
  std::ifstream in(file);
  std::string credential;
  if ((in >> credential) && credential.size() == kCredentialDigits) return credential;
  return Failed("key_unreadable", "cannot read " + file.string() + ", from which the academy's keys are made");
}

Key FirstKey(const KeyPurpose& purpose, const std::string& credential, UnixMillis now) {
  if (credential.empty() || purpose.credential_label.empty()) return NewKey(now, now);
  return {.id = kImportedKey,
          .secret = HmacSha256(credential, purpose.credential_label),
          .created_at = now,
          .current_from = now};
}

absl::StatusOr<const KeyPurpose*> Known(std::string_view name) {
  if (const KeyPurpose* purpose = FindKeyPurpose(name)) return purpose;
  return Error(absl::StatusCode::kNotFound, "key_purpose_unknown", "there is no key '" + std::string(name) + "'");
}

}  // namespace

absl::StatusOr<KeyFolder> KeyFolder::Open(const std::filesystem::path& data, Missing missing, const Clock& clock) {
  KeyFolder folder(data / "keys", clock);
  if (missing == Missing::kRefuse || HasAll(ReadMade(folder.path_))) return folder;
  RETURN_IF_ERROR(folder.MakeMissing(data));
  return folder;
}

std::vector<std::string> KeyFolder::ToMake(const std::filesystem::path& data) {
  const std::filesystem::path folder = data / "keys";
  const std::set<std::string> made = ReadMade(folder);
  std::vector<std::string> missing;
  std::error_code ignored;
  for (const KeyPurpose& purpose : KeyPurposes()) {
    std::string name(purpose.name);
    if (!made.contains(name) && !std::filesystem::exists(folder / name, ignored)) missing.push_back(std::move(name));
  }
  return missing;
}

absl::Status KeyFolder::MakeMissing(const std::filesystem::path& data) const {
  std::filesystem::path old = data / "run" / "credential";
  bool fresh = ::mkdir(path_.c_str(), 0700) == 0;
  if (!fresh && errno != EEXIST)
    return Failed("key_unwritable", "cannot make " + path_.string() + ": " + std::strerror(errno));
  RETURN_IF_ERROR(MakeDurableFolder(path_));
  FolderLock lock(path_);
  RETURN_IF_ERROR(lock.status(path_));
  std::set<std::string> made = ReadMade(path_);
  if (HasAll(made)) return absl::OkStatus();
  ASSIGN_OR_RETURN(std::string credential, ReadCredential(old));
  std::error_code ignored;
  if (made.empty() && credential.empty() && HasData(data)) {
    if (fresh) std::filesystem::remove_all(path_, ignored);
    return Failed("key_missing", path_.string() +
                                     " is missing, but the academy's data is here: put the folder back from "
                                     "a backup");
  }
  UnixMillis now = clock_->Now();
  std::string names;
  for (const KeyPurpose& purpose : KeyPurposes()) {
    names.append(purpose.name).append("\n");
    std::filesystem::path file = path_ / purpose.name;
    // A file that is there already is from a start that was interrupted.
    if (made.contains(std::string(purpose.name)) || std::filesystem::exists(file, ignored)) continue;
    RETURN_IF_ERROR(WriteKeys(file, purpose.name, {FirstKey(purpose, credential, now)}));
  }
  RETURN_IF_ERROR(WriteSecretFile(path_ / kMade, names));
  if (credential.empty()) return absl::OkStatus();
  // It would give away all imported keys for ever.
  std::filesystem::remove(old, ignored);
  LogInfo("keys imported from the credential; ./academy keys rotate replaces them");
  return absl::OkStatus();
}

absl::StatusOr<KeyRing> KeyFolder::Ring(std::string_view name) const {
  ASSIGN_OR_RETURN(const KeyPurpose* purpose, Known(name));
  return KeyRing::Open(*purpose, path_ / purpose->name, *clock_);
}

absl::StatusOr<std::vector<KeyName>> KeyFolder::Names() const {
  std::vector<KeyName> names;
  for (const KeyPurpose& purpose : KeyPurposes()) {
    absl::StatusOr<std::vector<Key>> keys = ReadKeys(path_ / purpose.name, purpose.name);
    // Another machine has only the keys that its processes need.
    if (!keys.ok() && DetailOf(keys.status()).reason == "key_missing") continue;
    if (!keys.ok()) return keys.status();
    for (const Key& key : *keys) {
      names.push_back({.purpose = std::string(purpose.name), .id = key.id, .fingerprint = Hex(Sha256(key.secret))});
    }
  }
  return names;
}

absl::StatusOr<Key> KeyFolder::Rotate(std::string_view name, absl::Duration after) const {
  ASSIGN_OR_RETURN(const KeyPurpose* purpose, Known(name));
  std::filesystem::path file = path_ / purpose->name;
  // Before the lock, so that a missing folder is named as such.
  RETURN_IF_ERROR(ReadKeys(file, name).status());
  FolderLock lock(path_);
  RETURN_IF_ERROR(lock.status(path_));
  ASSIGN_OR_RETURN(std::vector<Key> keys, ReadKeys(file, name));
  UnixMillis now = clock_->Now();
  keys.push_back(NewKey(now, now + after));
  RETURN_IF_ERROR(WriteKeys(file, name, keys));
  return keys.back();
}

absl::Status KeyFolder::RemoveUnused(std::string_view name, const std::vector<std::string>& used) const {
  ASSIGN_OR_RETURN(const KeyPurpose* purpose, Known(name));
  FolderLock lock(path_);
  RETURN_IF_ERROR(lock.status(path_));
  std::filesystem::path file = path_ / purpose->name;
  ASSIGN_OR_RETURN(std::vector<Key> keys, ReadKeys(file, name));
  absl::Duration kept_for = purpose->use == KeyUse::kEncrypt ? kKeepUnused : purpose->accepted;
  std::vector<Key> fresh = AcceptedKeys(keys, kept_for, clock_->Now());
  size_t before = keys.size();
  std::erase_if(keys, [&](const Key& key) {
    return std::find(used.begin(), used.end(), key.id) == used.end() &&
           std::none_of(fresh.begin(), fresh.end(), [&](const Key& kept) { return kept.id == key.id; });
  });
  return keys.size() == before ? absl::OkStatus() : WriteKeys(file, name, keys);
}

}  // namespace academy

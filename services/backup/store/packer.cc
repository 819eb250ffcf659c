#include "services/backup/store/packer.h"

#include <algorithm>
#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"

namespace academy::backup {

Packer::Packer(BackupStore& store, const std::vector<StoredObject>& known, std::optional<Recipient> recipient,
               std::string name_key, std::filesystem::path work)
    : store_(store), recipient_(std::move(recipient)), name_key_(std::move(name_key)), work_(std::move(work)) {
  for (const StoredObject& object : known) {
    StoredObject& place = known_[object.name];
    if (place.name.empty() || place.checked_at < object.checked_at) place = object;
  }
}

std::string Packer::NameOf(const std::string& sha256) const {
  return recipient_.has_value() ? Hex(HmacSha256(name_key_, sha256)) : sha256;
}

ObjectKey Packer::NewKey() {
  if (!recipient_.has_value()) return {};
  ObjectKey key{.key = RandomBytes(kObjectKey)};
  key.sealed = recipient_->Seal(key.key);
  keys_[key.sealed] = key.key;
  return key;
}

std::optional<ManifestEntry> Packer::Find(const std::string& path, int64_t size, const std::string& sha256) {
  std::string name = NameOf(sha256);
  if (!packed_.contains(name)) {
    auto known = known_.find(name);
    if (known == known_.end()) return std::nullopt;
    packed_[name] = {.stored = known->second, .sha256 = sha256};
  }
  return ManifestEntry{.path = path, .size = size, .sha256 = sha256, .object = name};
}

absl::StatusOr<ManifestEntry> Packer::Pack(const std::string& path, const ReadBytes& read, Sharing sharing) {
  std::filesystem::path file = work_ / "object";
  std::error_code error;
  std::filesystem::remove(file, error);
  ObjectKey key = NewKey();
  ASSIGN_OR_RETURN(ObjectInfo info, WriteObject(read, key, file));
  bool own = sharing == Sharing::kOwn && recipient_.has_value();
  if (std::optional<ManifestEntry> found; !own && (found = Find(path, info.size, info.sha256)).has_value()) {
    keys_.erase(key.sealed);
    std::filesystem::remove(file, error);
    return *std::move(found);
  }
  std::string name = own ? Hex(RandomBytes(32)) : NameOf(info.sha256);
  RETURN_IF_ERROR(store_.PutObject(name, file));
  sent_ += info.stored_size;
  packed_[name] = {.stored = {.name = name, .size = info.stored_size, .sha256 = info.stored_sha256},
                   .sha256 = info.sha256,
                   .is_new = true};
  return ManifestEntry{.path = path, .size = info.size, .sha256 = info.sha256, .object = name};
}

OpenKey Packer::Opener() const {
  if (!recipient_.has_value()) return nullptr;
  return [this](std::string_view sealed) -> absl::StatusOr<std::string> {
    auto key = keys_.find(std::string(sealed));
    if (key != keys_.end()) return key->second;
    return Error(absl::StatusCode::kDataLoss, "object_damaged", "A part of the backup was altered when it was stored");
  };
}

absl::Status Packer::Check(const Packed& packed) const {
  ASSIGN_OR_RETURN(std::unique_ptr<Blob> object, store_.OpenObject(packed.stored.name));
  ASSIGN_OR_RETURN(ObjectInfo read, ReadObject(BytesOf(*object), packed.is_new ? Opener() : nullptr, {}));
  bool same = read.stored_sha256 == packed.stored.sha256 && (!packed.is_new || read.sha256 == packed.sha256);
  return same ? absl::OkStatus()
              : Error(absl::StatusCode::kDataLoss, "object_damaged",
                      "the object " + packed.stored.name + " in the store was altered");
}

absl::Status Packer::Verify(UnixMillis checked_before, UnixMillis now) {
  for (auto& [name, packed] : packed_) {
    if (!packed.is_new && packed.stored.checked_at >= checked_before) continue;
    RETURN_IF_ERROR(Check(packed));
    packed.stored.checked_at = now;
  }
  return absl::OkStatus();
}

std::vector<StoredObject> Packer::Objects() const {
  std::vector<StoredObject> objects;
  objects.reserve(packed_.size());
  for (const auto& [name, packed] : packed_) objects.push_back(packed.stored);
  std::sort(objects.begin(), objects.end(),
            [](const StoredObject& a, const StoredObject& b) { return a.name < b.name; });
  return objects;
}

}  // namespace academy::backup

#include "services/platform/keys/key_ring.h"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/aead.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"

namespace academy {
namespace {

// How often a ring looks at its file, at most. Much less than the seconds after which a new key is current.
constexpr int64_t kLookEvery = 1000;
constexpr std::string_view kVersion = "v1";

using Keys = std::shared_ptr<const std::vector<Key>>;

// Tells one version of a file from another: each has its own inode, as long as both exist.
struct FileVersion {
  ino_t inode = 0;
  timespec changed{};
  off_t size = 0;

  static FileVersion Of(const std::filesystem::path& file) {
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0) return {};
    return {.inode = info.st_ino, .changed = info.st_mtim, .size = info.st_size};
  }
  bool operator==(const FileVersion& other) const {
    return inode == other.inode && size == other.size && changed.tv_sec == other.changed.tv_sec &&
           changed.tv_nsec == other.changed.tv_nsec;
  }
};

const KeyPurpose& FixedPurpose() {
  static const KeyPurpose purpose = {"fixed", KeyUse::kSeal, ""};
  return purpose;
}

std::string EncryptionKey(const Key& key) { return HmacSha256(key.secret, "academy encryption 1"); }

std::string Associated(std::string_view purpose, std::string_view key_id, std::string_view place) {
  std::string text(kVersion);
  return text.append(":").append(purpose).append(":").append(key_id).append(":").append(place);
}

constexpr UnixMillis kNever = std::numeric_limits<UnixMillis>::max() / 2;

UnixMillis ReplacementOf(const std::vector<Key>& keys, size_t index) {
  UnixMillis replaced = kNever;
  for (size_t later = index + 1; later < keys.size(); ++later) replaced = std::min(replaced, keys[later].current_from);
  return replaced;
}

}  // namespace

class KeyRing::State {
 public:
  State(const KeyPurpose& purpose, std::filesystem::path file, const Clock& clock)
      : purpose_(purpose), file_(std::move(file)), clock_(clock) {}

  absl::Status Load() {
    absl::MutexLock lock(&loading_);
    return LoadLocked();
  }

  void Set(std::vector<Key> keys) {
    absl::MutexLock lock(&mutex_);
    keys_ = std::make_shared<const std::vector<Key>>(std::move(keys));
  }

  Keys Get() {
    Follow();
    absl::ReaderMutexLock lock(&mutex_);
    return keys_;
  }

  const KeyPurpose& purpose() const { return purpose_; }
  UnixMillis Now() const { return clock_.Now(); }

 private:
  // One thread looks at the file; the others go on with the keys they have.
  void Follow() {
    if (file_.empty()) return;
    UnixMillis now = clock_.Now();
    UnixMillis looked = looked_at_;
    if (std::abs(now - looked) < kLookEvery || !looked_at_.compare_exchange_strong(looked, now)) return;
    absl::MutexLock lock(&loading_);
    if (FileVersion::Of(file_) == version_) return;
    if (absl::Status loaded = LoadLocked(); loaded.ok()) {
      LogInfo("keys changed", {{"purpose", purpose_.name}});
    } else if (!std::exchange(complained_, true)) {
      LogError("keys not read, the ones before stay in use",
               {{"purpose", purpose_.name}, {"error", MessageOf(loaded)}});
    }
  }

  absl::Status LoadLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(loading_) {
    // Before reading, so that a change meanwhile is noticed the next time.
    FileVersion version = FileVersion::Of(file_);
    ASSIGN_OR_RETURN(std::vector<Key> keys, ReadKeys(file_, purpose_.name));
    version_ = version;
    complained_ = false;
    looked_at_ = clock_.Now();
    Set(std::move(keys));
    return absl::OkStatus();
  }

  const KeyPurpose& purpose_;
  const std::filesystem::path file_;
  const Clock& clock_;
  std::atomic<UnixMillis> looked_at_ = 0;
  absl::Mutex loading_;
  FileVersion version_ ABSL_GUARDED_BY(loading_);
  bool complained_ ABSL_GUARDED_BY(loading_) = false;
  absl::Mutex mutex_ ABSL_ACQUIRED_AFTER(loading_);
  Keys keys_ ABSL_GUARDED_BY(mutex_);
};

KeyRing::KeyRing(std::shared_ptr<State> state) : state_(std::move(state)) {}

absl::StatusOr<KeyRing> KeyRing::Open(const KeyPurpose& purpose, const std::filesystem::path& file,
                                      const Clock& clock) {
  auto state = std::make_shared<State>(purpose, file, clock);
  RETURN_IF_ERROR(state->Load());
  return KeyRing(std::move(state));
}

KeyRing KeyRing::Fixed(std::string_view secret) {
  auto state = std::make_shared<State>(FixedPurpose(), std::filesystem::path(), Clock::System());
  state->Set({{.id = "fixed", .secret = std::string(secret)}});
  return KeyRing(std::move(state));
}

std::vector<Key> AcceptedKeys(const std::vector<Key>& keys, absl::Duration accepted, UnixMillis now) {
  // The newest key that is current by now. A clock that is behind makes the oldest current.
  size_t current = 0;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].current_from <= now) current = i;
  }
  std::vector<Key> result;
  if (keys.empty()) return result;
  result.push_back(keys[current]);
  for (size_t i = keys.size(); i-- > 0;) {
    if (i == current) continue;
    bool ends = i < current && accepted != absl::InfiniteDuration();
    if (ends && ReplacementOf(keys, i) + accepted < now) continue;
    result.push_back(keys[i]);
  }
  return result;
}

Key KeyRing::Current() const {
  Keys keys = state_->Get();
  return AcceptedKeys(*keys, absl::ZeroDuration(), state_->Now()).front();
}

std::optional<Key> KeyRing::Find(std::string_view id) const {
  for (Key& key : Accepted()) {
    if (key.id == id) return std::move(key);
  }
  return std::nullopt;
}

UnixMillis KeyRing::ReplacedAt(std::string_view id) const {
  Keys keys = state_->Get();
  for (size_t i = 0; i < keys->size(); ++i) {
    if ((*keys)[i].id == id) return ReplacementOf(*keys, i);
  }
  return kNever;
}

std::vector<Key> KeyRing::Accepted() const {
  Keys keys = state_->Get();
  return AcceptedKeys(*keys, state_->purpose().accepted, state_->Now());
}

std::string KeyRing::Encrypt(std::string_view text, std::string_view place) const {
  Key key = Current();
  std::string sealed(kVersion);
  sealed.append(":").append(key.id).append(":");
  return sealed + Base64Url(AeadEncrypt(EncryptionKey(key), text, Associated(state_->purpose().name, key.id, place)));
}

std::string_view KeyRing::KeyIdOf(std::string_view sealed) {
  size_t first = sealed.find(':');
  size_t second = first == sealed.npos ? first : sealed.find(':', first + 1);
  if (second == sealed.npos || sealed.substr(0, first) != kVersion) return {};
  return sealed.substr(first + 1, second - first - 1);
}

absl::StatusOr<std::string> KeyRing::Decrypt(std::string_view sealed, std::string_view place) const {
  std::string_view id = KeyIdOf(sealed);
  std::string name(state_->purpose().name);
  std::optional<Key> key = Find(id);
  if (!id.empty() && !key.has_value()) {
    return Error(absl::StatusCode::kInternal, "key_unknown", "keys/" + name + " has no key " + std::string(id));
  }
  std::string raw;
  std::optional<std::string> text;
  if (key.has_value() && Base64Decode(sealed.substr(kVersion.size() + id.size() + 2), raw)) {
    text = AeadDecrypt(EncryptionKey(*key), raw, Associated(name, id, place));
  }
  if (text.has_value()) return *std::move(text);
  return Error(absl::StatusCode::kInternal, "sealed_text_invalid", "A text encrypted for " + name + " was changed");
}

}  // namespace academy

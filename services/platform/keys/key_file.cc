#include "services/platform/keys/key_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/hex.h"

namespace academy {
namespace {

constexpr size_t kSecretBytes = 32;
constexpr size_t kIdBytes = 6;

absl::Status Failed(std::string_view reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

absl::Status Invalid(const std::filesystem::path& file) {
  return Failed("key_invalid", file.string() + " is damaged: put it back from a backup");
}

absl::Status Unwritable(const std::filesystem::path& file) {
  return Failed("key_unwritable", "cannot write " + file.string() + ": " + std::strerror(errno));
}

// Closes at the end of its scope.
struct Descriptor {
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  const int number;
};

absl::Status SyncFolder(const std::filesystem::path& folder) {
  Descriptor opened{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  return opened.number >= 0 && ::fsync(opened.number) == 0 ? absl::OkStatus() : Unwritable(folder);
}

absl::StatusOr<Key> ParseKey(std::istringstream& words, const std::filesystem::path& file) {
  Key key;
  std::string created;
  std::string current;
  std::string secret;
  if (!(words >> key.id >> created >> current >> secret)) return Invalid(file);
  absl::StatusOr<UnixMillis> created_at = ParseTime(created);
  absl::StatusOr<UnixMillis> current_from = ParseTime(current);
  if (!created_at.ok() || !current_from.ok() || !Base64Decode(secret, key.secret)) return Invalid(file);
  if (key.secret.size() != kSecretBytes) return Invalid(file);
  key.created_at = *created_at;
  key.current_from = *current_from;
  return key;
}

}  // namespace

Key NewKey(UnixMillis now, UnixMillis current_from) {
  return {.id = Hex(RandomBytes(kIdBytes)),
          .secret = RandomBytes(kSecretBytes),
          .created_at = now,
          .current_from = current_from};
}

absl::StatusOr<std::vector<Key>> ReadKeys(const std::filesystem::path& file, std::string_view purpose) {
  std::ifstream in(file);
  if (!in) {
    if (errno == ENOENT) {
      return Failed("key_missing", file.string() +
                                       " is missing: put it back from a backup, or copy it from the machine on which "
                                       "the academy's keys were made");
    }
    return Failed("key_unreadable", "cannot read " + file.string() + ": " + std::strerror(errno));
  }
  std::vector<Key> keys;
  bool named = false;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "purpose") {
      std::string name;
      named = words >> name && name == purpose;
    } else if (word == "key") {
      ASSIGN_OR_RETURN(Key key, ParseKey(words, file));
      keys.push_back(std::move(key));
    } else if (!word.empty() && !word.starts_with('#')) {
      return Invalid(file);
    }
  }
  if (!named || keys.empty()) return Invalid(file);
  return keys;
}

absl::Status WriteKeys(const std::filesystem::path& file, std::string_view purpose, const std::vector<Key>& keys) {
  std::string text = "# key, id, made at, current from, secret. ./academy keys changes this file.\npurpose ";
  text.append(purpose).append("\n");
  for (const Key& key : keys) {
    text += "key " + key.id + " " + FormatTime(key.created_at) + " " + FormatTime(key.current_from) + " " +
            Base64Url(key.secret) + "\n";
  }
  return WriteSecretFile(file, text);
}

absl::Status WriteSecretFile(const std::filesystem::path& file, std::string_view text) {
  std::filesystem::path draft = file.string() + "." + std::to_string(::getpid()) + ".new";
  ::unlink(draft.c_str());
  Descriptor out{::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
  if (out.number < 0) return Unwritable(file);
  bool written = ::write(out.number, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (!written || ::fsync(out.number) != 0 || ::rename(draft.c_str(), file.c_str()) != 0) {
    absl::Status failed = Unwritable(file);
    ::unlink(draft.c_str());
    return failed;
  }
  return SyncFolder(file.parent_path());
}

}  // namespace academy

// Keys of encrypted backups: each object is encrypted with a key of its own, which is sealed for the recipient
// (libsodium's crypto_box_seal, X25519). The academy has the recipient only, so that nobody who takes over its machine
// reads earlier backups; the identity is kept elsewhere.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::backup {

// Bytes of an object's key, and of it when it is sealed.
inline constexpr size_t kObjectKey = 32;
inline constexpr size_t kSealedKey = 80;

class Recipient {
 public:
  // FAILED_PRECONDITION recipient_invalid.
  static absl::StatusOr<Recipient> Read(const std::filesystem::path& file);

  std::string Seal(std::string_view object_key) const;

  // Raw bytes.
  const std::string& key() const { return key_; }

 private:
  explicit Recipient(std::string key) : key_(std::move(key)) {}

  const std::string key_;
};

class Identity {
 public:
  // FAILED_PRECONDITION identity_invalid.
  static absl::StatusOr<Identity> Read(const std::filesystem::path& file);

  // DATA_LOSS not_for_identity if it was sealed for another recipient or altered.
  absl::StatusOr<std::string> Open(std::string_view sealed) const;

 private:
  explicit Identity(std::string secret) : secret_(std::move(secret)) {}

  const std::string secret_;
};

// Writes a new identity to the new file `file`, mode 0600, and its recipient to `file`.pub. ALREADY_EXISTS file_exists,
// FAILED_PRECONDITION file_error.
absl::Status WriteNewIdentity(const std::filesystem::path& file);

}  // namespace academy::backup

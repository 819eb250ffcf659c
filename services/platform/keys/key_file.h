// The file of one key ring: read and replaced as a whole.
//
// All functions are thread-safe.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"

namespace academy {

struct Key {
  // Letters and digits.
  std::string id;
  // Raw bytes.
  std::string secret;
  UnixMillis created_at = 0;
  // From then on it is the current key, unless a newer one is.
  UnixMillis current_from = 0;
};

// The id of a key that was derived from the credential of an academy without a key ring.
inline constexpr char kImportedKey[] = "imported";

// Returns a new key of 256 random bits.
Key NewKey(UnixMillis now, UnixMillis current_from);

// Reads a ring, oldest key first. FAILED_PRECONDITION key_missing, key_unreadable or key_invalid, with what to do.
absl::StatusOr<std::vector<Key>> ReadKeys(const std::filesystem::path& file, std::string_view purpose);

// Replaces the file, mode 0600, with one rename after the data is on the disk. FAILED_PRECONDITION key_unwritable.
absl::Status WriteKeys(const std::filesystem::path& file, std::string_view purpose, const std::vector<Key>& keys);

// The same for any text.
absl::Status WriteSecretFile(const std::filesystem::path& file, std::string_view text);

}  // namespace academy

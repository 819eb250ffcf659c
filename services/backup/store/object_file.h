// Objects of a backup: the bytes of one file, as they are or encrypted.
//
// An encrypted object is `academy-object-1\n`, the sealed key, and libsodium's secretstream
// (XChaCha20-Poly1305) of the bytes in pieces of 64 KiB, the last one marked as such: an object that was altered, cut
// or joined with another does not open.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/blobs/blobs.h"

namespace academy::backup {

// What an object holds and how it is stored. Hashes are SHA-256 in hexadecimal.
struct ObjectInfo {
  int64_t size = 0;
  std::string sha256;
  int64_t stored_size = 0;
  std::string stored_sha256;
};

// How objects are encrypted; an empty `key` leaves them as they are.
struct ObjectKey {
  std::string key;
  // `key` for the recipient.
  std::string sealed;
};

// Reads up to `length` bytes; 0 at the end.
using ReadBytes = std::function<absl::StatusOr<size_t>(char* buffer, size_t length)>;
// Returns the key that was sealed.
using OpenKey = std::function<absl::StatusOr<std::string>(std::string_view sealed)>;

// The bytes of a blob, and of a file up to its size now.
ReadBytes BytesOf(const Blob& blob);
absl::StatusOr<ReadBytes> BytesOfFile(const std::filesystem::path& file);

// Writes the object of what `read` reads to the new file `target`. UNAVAILABLE file_error, and errors of `read`.
absl::StatusOr<ObjectInfo> WriteObject(const ReadBytes& read, const ObjectKey& key,
                                       const std::filesystem::path& target);

// Reads an object and writes what it holds to the new file `target`, mode 0600; an empty `target` only reads it. `open`
// is null for an object that is not encrypted. DATA_LOSS object_damaged if it cannot be opened; errors of `stored`,
// `open`, and UNAVAILABLE file_error. The caller compares the hashes.
absl::StatusOr<ObjectInfo> ReadObject(const ReadBytes& stored, const OpenKey& open,
                                      const std::filesystem::path& target);

}  // namespace academy::backup

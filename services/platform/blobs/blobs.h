// Files that the academy stores permanently (pictures, playback files), behind the smallest interface common to a
// folder and an object store.
//
// Implementations are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"

namespace academy {

// One blob opened for reading. If it is replaced or removed meanwhile, reads either continue with its original bytes or
// fail; they never return another blob's bytes. Thread-safe.
class Blob {
 public:
  virtual ~Blob() = default;

  // Bytes.
  virtual int64_t size() const = 0;
  // When it was stored.
  virtual UnixMillis modified() const = 0;
  // A strong HTTP entity tag, quotes included (RFC 9110 section 8.8.3).
  virtual std::string etag() const = 0;
  // Reads up to `length` bytes from `offset`; fewer only at the end. UNAVAILABLE when they cannot be read.
  virtual absl::StatusOr<size_t> ReadAt(int64_t offset, char* buffer, size_t length) const = 0;
  // A descriptor for sendfile(2), owned by the blob; -1 if there is none.
  virtual int descriptor() const { return -1; }
};

// A blob in a list; `size` in bytes.
struct BlobEntry {
  std::string key;
  int64_t size = 0;
};

// Keys are relative paths, `media/<id>/v0/index.m3u8`: segments of [A-Za-z0-9._-] that do not begin with a dot. Any
// other key is INVALID_ARGUMENT blob_key_invalid.
class Blobs {
 public:
  virtual ~Blobs() = default;

  // Stores `content`, replacing an earlier blob atomically. Durable once it returns OK. UNAVAILABLE storage_error.
  virtual absl::Status Put(std::string_view key, std::string_view content) = 0;
  // Like Put with the content of the file at `source`, which is removed.
  virtual absl::Status PutFile(std::string_view key, const std::filesystem::path& source) = 0;
  // NOT_FOUND blob_not_found.
  virtual absl::StatusOr<std::unique_ptr<Blob>> Open(std::string_view key) const = 0;
  // Opens a blob without waiting for a disk; null where that is not possible, and where there is no such blob.
  virtual std::unique_ptr<Blob> OpenCached(std::string_view key) const { return nullptr; }
  // Bytes. NOT_FOUND blob_not_found.
  virtual absl::StatusOr<int64_t> Size(std::string_view key) const = 0;
  // Every blob below the folder `folder`, or all for an empty one, ordered by key. A blob that is stored or removed
  // meanwhile may be missing.
  virtual absl::StatusOr<std::vector<BlobEntry>> List(std::string_view folder) const = 0;
  // Remove deletes one blob, RemoveAll every blob below the folder `key`. OK if there is none.
  virtual absl::Status Remove(std::string_view key) = 0;
  virtual absl::Status RemoveAll(std::string_view key) = 0;
};

// Whether `key` is a valid key; for callers that derive keys from a URL's path.
bool IsBlobKey(std::string_view key);

// Reads a small blob as a whole. NOT_FOUND blob_not_found; OUT_OF_RANGE too_large beyond `limit` bytes.
absl::StatusOr<std::string> ReadBlob(const Blobs& blobs, std::string_view key, size_t limit = 1 << 20);

}  // namespace academy

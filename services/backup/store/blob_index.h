// The hashes of blobs that were read for earlier backups, so that the next one need not read them. Losing it costs time
// only.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"

namespace academy::backup {

class BlobIndex {
 public:
  struct Entry {
    // Blob::etag: another blob under the same key has another.
    std::string etag;
    int64_t size = 0;
    std::string sha256;
  };

  // Empty if the file is missing or damaged.
  static BlobIndex Read(const std::filesystem::path& file);

  // Null if the blob was not read, or was replaced since.
  const Entry* Find(const std::string& key, const std::string& etag, int64_t size) const;
  void Put(const std::string& key, Entry entry);
  // Keeps what Find found.
  void Keep(const std::string& key);

  // Writes what was put and kept since it was read. UNAVAILABLE file_error.
  absl::Status Write(const std::filesystem::path& file) const;

 private:
  absl::flat_hash_map<std::string, Entry> before_;
  absl::flat_hash_map<std::string, Entry> now_;
};

}  // namespace academy::backup

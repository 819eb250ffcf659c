// The files of unfinished uploads, one per upload, named by its id. A file's size is the upload's offset.
//
// Thread-safe; one UploadFile belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "services/catalog/removals/removal_hold.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

// One file, open for appending.
class UploadFile {
 public:
  explicit UploadFile(int fd) : fd_(fd) {}
  ~UploadFile();
  UploadFile(const UploadFile&) = delete;
  UploadFile& operator=(const UploadFile&) = delete;

  // Returns the size in bytes. All methods return UNAVAILABLE storage_error or disk_full.
  absl::StatusOr<int64_t> Size() const;
  absl::Status Append(std::string_view data);
  // Cuts the file to `size` bytes, durably.
  absl::Status Truncate(int64_t size);
  // Appended bytes are durable once this has returned OK.
  absl::Status Sync();

 private:
  const int fd_;
};

// Returns the free bytes on the disk of a folder.
using FreeSpace = std::function<absl::StatusOr<int64_t>(const std::filesystem::path& folder)>;
// Asks the file system.
absl::StatusOr<int64_t> FreeSpaceOf(const std::filesystem::path& folder);

class UploadFiles {
 public:
  // `folder` must exist. `keep_free` is the number of bytes of disk space that uploads leave free. `hold` must outlive
  // this object.
  UploadFiles(std::filesystem::path folder, int64_t keep_free, const RemovalHold& hold,
              FreeSpace free_space = FreeSpaceOf)
      : folder_(std::move(folder)), keep_free_(keep_free), hold_(hold), free_space_(std::move(free_space)) {}

  // Creates an empty file, durably. ALREADY_EXISTS when there is one.
  absl::Status Create(const std::string& id);
  // NOT_FOUND upload_not_found.
  absl::StatusOr<std::unique_ptr<UploadFile>> Open(const std::string& id) const;
  absl::StatusOr<int64_t> Size(const std::string& id) const;
  // When its last byte was appended, by the file system's clock.
  absl::StatusOr<UnixMillis> ModifiedAt(const std::string& id) const;
  // OK if there is none. While the hold holds, the file is left for RemoveHeld, or for the recovery after a restart.
  absl::Status Remove(const std::string& id) ABSL_LOCKS_EXCLUDED(mutex_);
  // Removes what the hold has kept, once it has ended. Returns the first error; what could not be removed is left for
  // the next call.
  absl::Status RemoveHeld() ABSL_LOCKS_EXCLUDED(mutex_);
  std::filesystem::path PathOf(const std::string& id) const { return folder_ / id; }
  // Returns the ids of all files.
  std::vector<std::string> List() const;
  // UNAVAILABLE disk_full if `bytes` more would leave less than `keep_free`.
  absl::Status RequireSpace(int64_t bytes) const;

 private:
  const std::filesystem::path folder_;
  const int64_t keep_free_;
  const RemovalHold& hold_;
  const FreeSpace free_space_;

  absl::Mutex mutex_;
  absl::flat_hash_set<std::string> held_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::catalog

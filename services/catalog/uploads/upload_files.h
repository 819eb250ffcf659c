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
#include "services/catalog/uploads/upload_storage.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

// One file, open for appending.
class UploadFile final : public UploadWriter {
 public:
  // `begin` is its size now.
  UploadFile(int fd, int64_t begin) : fd_(fd), begin_(begin), end_(begin) {}
  ~UploadFile() override;
  UploadFile(const UploadFile&) = delete;
  UploadFile& operator=(const UploadFile&) = delete;

  absl::StatusOr<int64_t> Size() const override { return begin_; }
  absl::Status Append(std::string_view data) override;
  absl::Status Discard() override;
  absl::Status Sync(bool whole) override;

 private:
  // Cuts the file to `size` bytes, durably.
  absl::Status Truncate(int64_t size);

  const int fd_;
  const int64_t begin_;
  int64_t end_;
};

// Returns the free bytes on the disk of a folder.
using FreeSpace = std::function<absl::StatusOr<int64_t>(const std::filesystem::path& folder)>;
// Asks the file system.
absl::StatusOr<int64_t> FreeSpaceOf(const std::filesystem::path& folder);

class UploadFiles final : public UploadStorage {
 public:
  // `folder` must exist. `keep_free` is the number of bytes of disk space that uploads leave free. `hold` must outlive
  // this object.
  UploadFiles(std::filesystem::path folder, int64_t keep_free, const RemovalHold& hold,
              FreeSpace free_space = FreeSpaceOf)
      : folder_(std::move(folder)), keep_free_(keep_free), hold_(hold), free_space_(std::move(free_space)) {}

  absl::Status Create(const std::string& id) override;
  absl::StatusOr<std::unique_ptr<UploadWriter>> Open(const std::string& id, bool checked) override;
  bool counts_unverified() const override { return true; }
  absl::Status Truncate(const std::string& id, int64_t size) override;
  absl::StatusOr<int64_t> Size(const std::string& id) const override;
  // Only this process appends, and not while the lock is held.
  absl::Status EndAppends(const std::string& id) override { return absl::OkStatus(); }
  absl::Status Finish(const std::string& id, int64_t size) override { return absl::OkStatus(); }
  // Links the file.
  absl::Status Place(const std::string& id, const std::filesystem::path& path,
                     const std::function<bool()>& on_progress) const override;
  // While the hold holds, the file is left for RemoveDue, or for the recovery after a restart.
  absl::Status Remove(const std::string& id) override ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status RemoveDue() override ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the ids of all files.
  std::vector<std::string> List() const override;
  // By the file system's clock.
  absl::StatusOr<UnixMillis> ModifiedAt(const std::string& id) const override;
  bool on_this_disk() const override { return true; }
  absl::Status RequireSpace(int64_t bytes) const override;

 private:
  std::filesystem::path PathOf(const std::string& id) const { return folder_ / id; }

  const std::filesystem::path folder_;
  const int64_t keep_free_;
  const RemovalHold& hold_;
  const FreeSpace free_space_;

  absl::Mutex mutex_;
  absl::flat_hash_set<std::string> held_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::catalog

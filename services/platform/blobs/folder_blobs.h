// Blobs as files below one folder; the default on a single machine.
//
// Thread-safe, also across processes: a blob appears atomically, by rename.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/blobs/blobs.h"

namespace academy {

class FolderBlobs final : public Blobs {
 public:
  // Creates `root` if it is missing; a new or empty one gets mode 0700. FAILED_PRECONDITION storage_error when it
  // cannot be created.
  static absl::StatusOr<std::unique_ptr<FolderBlobs>> Create(const std::filesystem::path& root);
  // Changes nothing, not even modes: for a folder that may be another's or on a read-only disk. FAILED_PRECONDITION
  // storage_error when it cannot be read.
  static absl::StatusOr<std::unique_ptr<FolderBlobs>> OpenExisting(const std::filesystem::path& root);

  absl::Status Put(std::string_view key, std::string_view content) override;
  absl::Status PutFile(std::string_view key, const std::filesystem::path& source) override;
  absl::StatusOr<std::unique_ptr<Blob>> Open(std::string_view key) const override;
  std::unique_ptr<Blob> OpenCached(std::string_view key) const override;
  absl::StatusOr<int64_t> Size(std::string_view key) const override;
  absl::StatusOr<std::vector<BlobEntry>> List(std::string_view folder) const override;
  absl::Status Remove(std::string_view key) override;
  absl::Status RemoveAll(std::string_view key) override;

 private:
  explicit FolderBlobs(std::filesystem::path root) : root_(std::move(root)) {}

  // Makes a folder at or below the root, with all between them, so that a power cut cannot take any of them.
  absl::Status MakeFolders(const std::filesystem::path& folder) ABSL_LOCKS_EXCLUDED(folders_mutex_);
  absl::Status MakeDurable(const std::filesystem::path& folder) ABSL_EXCLUSIVE_LOCKS_REQUIRED(folders_mutex_);

  const std::filesystem::path root_;
  absl::Mutex folders_mutex_;
  // Folders whose entries in their parents are on the disk. Of any other that exists this is not known: another thread
  // may have made it this moment, or a process that was killed.
  std::unordered_set<std::string> durable_ ABSL_GUARDED_BY(folders_mutex_);
};

}  // namespace academy

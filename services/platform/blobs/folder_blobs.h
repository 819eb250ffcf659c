// Blobs as files below one folder; the default on a single machine.
//
// Thread-safe, also across processes: a blob appears atomically, by rename.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

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
  absl::StatusOr<int64_t> Size(std::string_view key) const override;
  absl::StatusOr<std::vector<BlobEntry>> List(std::string_view folder) const override;
  absl::Status Remove(std::string_view key) override;
  absl::Status RemoveAll(std::string_view key) override;

 private:
  explicit FolderBlobs(std::filesystem::path root) : root_(std::move(root)) {}

  const std::filesystem::path root_;
};

}  // namespace academy

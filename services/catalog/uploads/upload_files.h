// The files that uploads grow in: one each, named by the upload's id, its size the truth about the offset.
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

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::catalog {

// One file, open for appending.
class UploadFile {
 public:
  explicit UploadFile(int fd) : fd_(fd) {}
  ~UploadFile();
  UploadFile(const UploadFile&) = delete;
  UploadFile& operator=(const UploadFile&) = delete;

  // Bytes. All: UNAVAILABLE storage_error, or disk_full.
  absl::StatusOr<int64_t> Size() const;
  absl::Status Append(std::string_view data);
  // Cuts off what stands behind `size`, and makes that durable.
  absl::Status Truncate(int64_t size);
  // What was appended is durable once this returned OK.
  absl::Status Sync();

 private:
  const int fd_;
};

// Bytes that are free on the disk of a folder.
using FreeSpace = std::function<absl::StatusOr<int64_t>(const std::filesystem::path& folder)>;
// What the file system says.
absl::StatusOr<int64_t> FreeSpaceOf(const std::filesystem::path& folder);

class UploadFiles {
 public:
  // `folder` exists. `keep_free`: bytes of the disk that uploads leave alone.
  UploadFiles(std::filesystem::path folder, int64_t keep_free, FreeSpace free_space = FreeSpaceOf)
      : folder_(std::move(folder)), keep_free_(keep_free), free_space_(std::move(free_space)) {}

  // Makes an empty file, durably. ALREADY_EXISTS when there is one.
  absl::Status Create(const std::string& id);
  // NOT_FOUND upload_not_found.
  absl::StatusOr<std::unique_ptr<UploadFile>> Open(const std::string& id) const;
  absl::StatusOr<int64_t> Size(const std::string& id) const;
  // OK when there is none.
  absl::Status Remove(const std::string& id);
  std::filesystem::path PathOf(const std::string& id) const { return folder_ / id; }
  // The ids of all files.
  std::vector<std::string> List() const;
  // UNAVAILABLE disk_full when `bytes` more would go into what must stay free.
  absl::Status RequireSpace(int64_t bytes) const;

 private:
  const std::filesystem::path folder_;
  const int64_t keep_free_;
  const FreeSpace free_space_;
};

}  // namespace academy::catalog

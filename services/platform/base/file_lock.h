// A lock on a file that lasts as long as this object, and ends with the process however that ends.
#pragma once

#include <filesystem>
#include <utility>

#include "absl/status/statusor.h"

namespace academy {

// Movable, and thread-safe like any value.
class FileLock {
 public:
  // Locks `file`, which is created if missing, and does not wait. FAILED_PRECONDITION locked if somebody else holds the
  // lock, file_error if the file cannot be opened.
  static absl::StatusOr<FileLock> Take(const std::filesystem::path& file);
  // That of another process, which has passed on its descriptor: both hold it, and it lasts as long as either.
  static FileLock Inherited(int descriptor) { return FileLock(descriptor); }

  // To be passed on; still this object's.
  int descriptor() const { return descriptor_; }

  FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace academy

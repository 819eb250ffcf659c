#include "services/platform/base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "services/platform/base/status.h"

namespace academy {

absl::StatusOr<FileLock> FileLock::Take(const std::filesystem::path& file) {
  // Close-on-exec, so that a program started from here does not keep the lock.
  FileLock lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (lock.descriptor_ < 0) {
    return Error(absl::StatusCode::kFailedPrecondition, "file_error",
                 "cannot open " + file.string() + ": " + std::strerror(errno));
  }
  if (::flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0) {
    return Error(absl::StatusCode::kFailedPrecondition, "locked", "another process holds " + file.string());
  }
  return lock;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace academy

#include "services/platform/base/log_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/base/status.h"

namespace academy {
namespace {

// Standard error is the whole process's, and so is this.
struct LogFile {
  std::atomic<bool> there = false;
  absl::Mutex mutex;
  std::string path ABSL_GUARDED_BY(mutex);
  LogBounds bounds ABSL_GUARDED_BY(mutex);
};

LogFile& TheFile() {
  static LogFile& file = *new LogFile;
  return file;
}

bool AreSame(int one, int other) {
  struct stat a {};
  struct stat b {};
  return ::fstat(one, &a) == 0 && ::fstat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Takes the descriptor. A write on another thread goes to the one or the other.
void WriteTo(int fd) {
  bool both = AreSame(STDOUT_FILENO, STDERR_FILENO);
  ::dup2(fd, STDERR_FILENO);
  if (both) ::dup2(fd, STDOUT_FILENO);
  ::close(fd);
}

}  // namespace

absl::Status LogToFile(const std::string& path, const LogBounds& bounds) {
  int fd = OpenToAppend(path);
  if (fd < 0) {
    return Error(absl::StatusCode::kFailedPrecondition, "file_error",
                 "the log " + path + " cannot be opened: " + std::strerror(errno));
  }
  if (int fresh = RotateIfFull(path, fd, bounds); fresh >= 0) {
    ::close(fd);
    fd = fresh;
  }
  WriteTo(fd);
  LogFile& file = TheFile();
  absl::MutexLock lock(&file.mutex);
  file.path = path;
  file.bounds = bounds;
  file.there = true;
  return absl::OkStatus();
}

void RotateLogFile() {
  LogFile& file = TheFile();
  if (!file.there) return;
  absl::MutexLock lock(&file.mutex);
  if (int fresh = RotateIfFull(file.path, STDERR_FILENO, file.bounds); fresh >= 0) WriteTo(fresh);
}

void ReopenLogFile() {
  LogFile& file = TheFile();
  if (!file.there) return;
  absl::MutexLock lock(&file.mutex);
  if (int fresh = OpenToAppend(file.path); fresh >= 0) WriteTo(fresh);
}

}  // namespace academy

#include "services/catalog/uploads/upload_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "services/catalog/errors.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

absl::Status Failed(const char* what) {
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) return error::DiskFull();
  return Error(absl::StatusCode::kUnavailable, "storage_error",
               std::string("Cannot ") + what + " the upload: " + std::strerror(errno));
}

}  // namespace

UploadFile::~UploadFile() { ::close(fd_); }

absl::Status UploadFile::Append(std::string_view data) {
  std::string_view rest = data;
  while (!rest.empty()) {
    ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      absl::Status failed = Failed("write");
      // The offset does not include a part of `data` that was written.
      if (absl::Status cut = Truncate(end_); !cut.ok()) LogError("upload not truncated", {{"error", MessageOf(cut)}});
      return failed;
    }
    rest.remove_prefix(static_cast<size_t>(written));
  }
  end_ += static_cast<int64_t>(data.size());
  return absl::OkStatus();
}

absl::Status UploadFile::Discard() {
  end_ = begin_;
  return Truncate(begin_);
}

absl::Status UploadFile::Truncate(int64_t size) {
  if (::ftruncate(fd_, size) != 0) return Failed("cut");
  return Sync(/*whole=*/false);
}

absl::Status UploadFile::Sync(bool whole) {
  if (::fsync(fd_) != 0) return Failed("store");
  return absl::OkStatus();
}

absl::Status UploadFiles::Create(const std::string& id) {
  int fd = ::open(PathOf(id).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return errno == EEXIST ? absl::AlreadyExistsError("the upload exists") : Failed("make");
  ::close(fd);
  // Makes the directory entry durable too.
  int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return Failed("make");
  absl::Status status = ::fsync(folder) == 0 ? absl::OkStatus() : Failed("make");
  ::close(folder);
  return status;
}

absl::StatusOr<std::unique_ptr<UploadWriter>> UploadFiles::Open(const std::string& id, bool checked) {
  int fd = ::open(PathOf(id).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT ? error::UploadNotFound() : Failed("open");
  struct stat info;
  if (::fstat(fd, &info) != 0) {
    absl::Status failed = Failed("read");
    ::close(fd);
    return failed;
  }
  return std::make_unique<UploadFile>(fd, info.st_size);
}

absl::Status UploadFiles::Truncate(const std::string& id, int64_t size) {
  int fd = ::open(PathOf(id).c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT ? error::UploadNotFound() : Failed("open");
  struct stat info;
  absl::Status status = ::fstat(fd, &info) == 0 ? absl::OkStatus() : Failed("read");
  if (status.ok() && info.st_size > size && (::ftruncate(fd, size) != 0 || ::fsync(fd) != 0)) status = Failed("cut");
  ::close(fd);
  return status;
}

absl::StatusOr<int64_t> UploadFiles::Size(const std::string& id) const {
  struct stat info;
  if (::stat(PathOf(id).c_str(), &info) != 0) return errno == ENOENT ? error::UploadNotFound() : Failed("read");
  return info.st_size;
}

absl::StatusOr<UnixMillis> UploadFiles::ModifiedAt(const std::string& id) const {
  struct stat info;
  if (::stat(PathOf(id).c_str(), &info) != 0) return errno == ENOENT ? error::UploadNotFound() : Failed("read");
  return static_cast<UnixMillis>(info.st_mtim.tv_sec) * 1000 + info.st_mtim.tv_nsec / 1'000'000;
}

absl::Status UploadFiles::Place(const std::string& id, const std::filesystem::path& path,
                                const std::function<bool()>& on_progress) const {
  if (::link(PathOf(id).c_str(), path.c_str()) != 0) return Failed("link");
  return absl::OkStatus();
}

absl::Status UploadFiles::Remove(const std::string& id) {
  if (hold_.Held()) {
    absl::MutexLock lock(&mutex_);
    held_.insert(id);
    return absl::OkStatus();
  }
  if (::unlink(PathOf(id).c_str()) != 0 && errno != ENOENT) return Failed("remove");
  return absl::OkStatus();
}

absl::Status UploadFiles::RemoveDue() {
  if (hold_.Held()) return absl::OkStatus();
  absl::flat_hash_set<std::string> ids;
  {
    absl::MutexLock lock(&mutex_);
    ids.swap(held_);
  }
  absl::Status removed;
  for (const std::string& id : ids) {
    absl::Status status = Remove(id);
    if (status.ok()) continue;
    // One that cannot be removed keeps no other, and is tried again.
    removed.Update(status);
    absl::MutexLock lock(&mutex_);
    held_.insert(id);
  }
  return removed;
}

std::vector<std::string> UploadFiles::List() const {
  std::vector<std::string> ids;
  std::error_code ignored;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder_, ignored)) {
    ids.push_back(entry.path().filename().string());
  }
  return ids;
}

absl::StatusOr<int64_t> FreeSpaceOf(const std::filesystem::path& folder) {
  struct statvfs info;
  if (::statvfs(folder.c_str(), &info) != 0) return Failed("measure the space for");
  return static_cast<int64_t>(info.f_bavail) * static_cast<int64_t>(info.f_frsize);
}

absl::Status UploadFiles::RequireSpace(int64_t bytes) const {
  ASSIGN_OR_RETURN(int64_t free, free_space_(folder_));
  return free - bytes < keep_free_ ? error::DiskFull() : absl::OkStatus();
}

}  // namespace academy::catalog

#include "services/platform/blobs/folder_blobs.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy {
namespace {

namespace fs = std::filesystem;

// Drafts are stored on the same file system as the blobs, under a name that no key can have.
constexpr char kDraftFolder[] = ".drafts";
// Beyond this the folders known to be durable are forgotten, which costs a sync for each when it is used again.
constexpr size_t kMaxDurable = 20'000;

absl::Status Failed(const std::string& what) {
  return Error(absl::StatusCode::kUnavailable, "storage_error", "Cannot " + what + ": " + std::strerror(errno));
}

absl::Status KeyInvalid() {
  return Error(absl::StatusCode::kInvalidArgument, "blob_key_invalid", "The name of the file is not valid");
}

absl::Status BlobNotFound() { return Error(absl::StatusCode::kNotFound, "blob_not_found", "There is no such file"); }

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

absl::Status WriteAll(int fd, std::string_view content) {
  while (!content.empty()) {
    ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Failed("write");
    content.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

absl::Status SyncFolder(const fs::path& folder) {
  Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.get() < 0 || ::fsync(fd.get()) != 0) return Failed("sync");
  return absl::OkStatus();
}

// Without a slash at its end, so that it is the parent of what is in it.
fs::path Absolute(const fs::path& folder, std::error_code& error) {
  fs::path absolute = fs::absolute(folder, error).lexically_normal();
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

bool IsFolder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

// A file on another disk cannot be renamed into place.
absl::Status Copy(const fs::path& source, const fs::path& target) {
  Descriptor in(::open(source.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.get() < 0) return Failed("read");
  Descriptor out(::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (out.get() < 0) return Failed("write");
  std::string buffer(64 * 1024, '\0');
  while (true) {
    ssize_t got = ::read(in.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Failed("read");
    if (got == 0) return absl::OkStatus();
    RETURN_IF_ERROR(WriteAll(out.get(), {buffer.data(), static_cast<size_t>(got)}));
  }
}

absl::Status SyncFile(const fs::path& path) {
  Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.get() < 0 || ::fsync(fd.get()) != 0) return Failed("sync");
  return absl::OkStatus();
}

class FileBlob final : public Blob {
 public:
  FileBlob(int fd, const struct stat& info) : fd_(fd), info_(info) {}

  int64_t size() const override { return info_.st_size; }
  UnixMillis modified() const override {
    return static_cast<UnixMillis>(info_.st_mtim.tv_sec) * 1000 + info_.st_mtim.tv_nsec / 1'000'000;
  }
  std::string etag() const override {
    // Replacing a blob by rename gives it a new inode and a new time.
    char text[80];
    std::snprintf(text, sizeof(text), "\"%llx-%llx-%llx.%lx\"", static_cast<unsigned long long>(info_.st_ino),
                  static_cast<unsigned long long>(info_.st_size), static_cast<unsigned long long>(info_.st_mtim.tv_sec),
                  static_cast<unsigned long>(info_.st_mtim.tv_nsec));
    return text;
  }
  absl::StatusOr<size_t> ReadAt(int64_t offset, char* buffer, size_t length) const override {
    size_t done = 0;
    while (done < length) {
      ssize_t got = ::pread(fd_.get(), buffer + done, length - done, offset + static_cast<off_t>(done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return Failed("read");
      if (got == 0) break;
      done += static_cast<size_t>(got);
    }
    return done;
  }
  int descriptor() const override { return fd_.get(); }

 private:
  const Descriptor fd_;
  const struct stat info_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<FolderBlobs>> FolderBlobs::Create(const fs::path& root) {
  std::error_code error;
  fs::path absolute = Absolute(root, error);
  std::vector<fs::path> missing;
  for (fs::path folder = absolute; !error && !fs::exists(folder, error); folder = folder.parent_path()) {
    missing.push_back(folder);
  }
  // Who may enter a folder with other things in it is not this class's to decide; its own folders are private.
  bool is_new = !fs::exists(absolute, error) || fs::is_empty(absolute, error);
  fs::create_directories(absolute / kDraftFolder, error);
  for (const fs::path& folder : {absolute / kDraftFolder, absolute}) {
    if (!error && (is_new || folder != absolute)) fs::permissions(folder, fs::perms::owner_all, error);
  }
  if (error) {
    return Error(absl::StatusCode::kFailedPrecondition, "storage_error",
                 "cannot make the folder " + root.string() + ": " + error.message());
  }
  for (const fs::path& made : missing) RETURN_IF_ERROR(SyncFolder(made.parent_path()));
  return std::unique_ptr<FolderBlobs>(new FolderBlobs(std::move(absolute)));
}

absl::StatusOr<std::unique_ptr<FolderBlobs>> FolderBlobs::OpenExisting(const fs::path& root) {
  std::error_code error;
  fs::path absolute = Absolute(root, error);
  if (!error) fs::directory_iterator(absolute, error);
  if (error) {
    return Error(absl::StatusCode::kFailedPrecondition, "storage_error",
                 "cannot read the folder " + root.string() + ": " + error.message());
  }
  return std::unique_ptr<FolderBlobs>(new FolderBlobs(std::move(absolute)));
}

absl::Status FolderBlobs::Put(std::string_view key, std::string_view content) {
  if (!IsBlobKey(key)) return KeyInvalid();
  fs::path draft = root_ / kDraftFolder / NewToken(128);
  absl::Status status;
  {
    Descriptor fd(::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    status = fd.get() < 0 ? Failed("write") : WriteAll(fd.get(), content);
  }
  if (status.ok()) status = PutFile(key, draft);
  if (!status.ok()) ::unlink(draft.c_str());
  return status;
}

absl::Status FolderBlobs::PutFile(std::string_view key, const fs::path& source) {
  if (!IsBlobKey(key)) return KeyInvalid();
  fs::path target = root_ / key;
  RETURN_IF_ERROR(MakeFolders(target.parent_path()));
  RETURN_IF_ERROR(SyncFile(source));
  if (::rename(source.c_str(), target.c_str()) != 0) {
    if (errno != EXDEV) return Failed("store");
    fs::path draft = root_ / kDraftFolder / NewToken(128);
    absl::Status status = Copy(source, draft);
    if (status.ok()) status = SyncFile(draft);
    if (status.ok() && ::rename(draft.c_str(), target.c_str()) != 0) status = Failed("store");
    if (!status.ok()) {
      ::unlink(draft.c_str());
      return status;
    }
    ::unlink(source.c_str());
  }
  return SyncFolder(target.parent_path());
}

absl::Status FolderBlobs::MakeFolders(const fs::path& folder) {
  {
    absl::ReaderMutexLock lock(&folders_mutex_);
    if (durable_.contains(folder.string()) && IsFolder(folder)) return absl::OkStatus();
  }
  // Whoever needs a folder that is being made waits until it is durable.
  absl::MutexLock lock(&folders_mutex_);
  return MakeDurable(folder);
}

absl::Status FolderBlobs::MakeDurable(const fs::path& folder) {
  // One that was removed meanwhile is made again. What surrounds the root is not this class's.
  bool known = folder == root_ || durable_.contains(folder.string());
  if (known && IsFolder(folder)) return absl::OkStatus();
  if (folder != root_) RETURN_IF_ERROR(MakeDurable(folder.parent_path()));
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return Failed("make a folder");
  RETURN_IF_ERROR(SyncFolder(folder.parent_path()));
  if (durable_.size() >= kMaxDurable) durable_.clear();
  durable_.insert(folder.string());
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Blob>> FolderBlobs::Open(std::string_view key) const {
  if (!IsBlobKey(key)) return KeyInvalid();
  Descriptor fd(::open((root_ / key).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat info;
  if (fd.get() < 0) return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? BlobNotFound() : Failed("open");
  if (::fstat(fd.get(), &info) != 0) return Failed("open");
  if (!S_ISREG(info.st_mode)) return BlobNotFound();
  return std::make_unique<FileBlob>(fd.release(), info);
}

std::unique_ptr<Blob> FolderBlobs::OpenCached(std::string_view key) const {
  if (!IsBlobKey(key)) return nullptr;
  // RESOLVE_CACHED: EAGAIN where the path is not in the kernel's memory. Older kernels and some sandboxes do not know
  // the call.
  open_how how{.flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC, .mode = 0, .resolve = RESOLVE_CACHED};
  Descriptor fd(static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, (root_ / key).c_str(), &how, sizeof(how))));
  struct stat info;
  if (fd.get() < 0 || ::fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode)) return nullptr;
  return std::make_unique<FileBlob>(fd.release(), info);
}

absl::StatusOr<int64_t> FolderBlobs::Size(std::string_view key) const {
  if (!IsBlobKey(key)) return KeyInvalid();
  struct stat info;
  if (::lstat((root_ / key).c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return BlobNotFound();
  return info.st_size;
}

absl::StatusOr<std::vector<BlobEntry>> FolderBlobs::List(std::string_view folder) const {
  if (!folder.empty() && !IsBlobKey(folder)) return KeyInvalid();
  std::vector<BlobEntry> entries;
  std::error_code error;
  fs::recursive_directory_iterator files(root_ / folder, error);
  if (error == std::errc::no_such_file_or_directory) return entries;
  for (; !error && files != fs::recursive_directory_iterator(); files.increment(error)) {
    struct stat info;
    // What was removed since the folder was read is not listed.
    if (::lstat(files->path().c_str(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
    std::string key = files->path().lexically_relative(root_).string();
    if (IsBlobKey(key)) entries.push_back({.key = std::move(key), .size = info.st_size});
  }
  if (error) {
    errno = error.value();
    return Failed("list");
  }
  std::sort(entries.begin(), entries.end(), [](const BlobEntry& a, const BlobEntry& b) { return a.key < b.key; });
  return entries;
}

absl::Status FolderBlobs::Remove(std::string_view key) {
  if (!IsBlobKey(key)) return KeyInvalid();
  if (::unlink((root_ / key).c_str()) != 0 && errno != ENOENT && errno != ENOTDIR && errno != EISDIR) {
    return Failed("remove");
  }
  return absl::OkStatus();
}

absl::Status FolderBlobs::RemoveAll(std::string_view key) {
  if (!IsBlobKey(key)) return KeyInvalid();
  std::error_code error;
  fs::remove_all(root_ / key, error);
  if (error) {
    errno = error.value();
    return Failed("remove");
  }
  return absl::OkStatus();
}

}  // namespace academy

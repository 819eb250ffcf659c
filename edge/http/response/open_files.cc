#include "edge/http/response/open_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <tuple>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

namespace academy::http {
namespace {

// A file as it is now: one that is replaced or written to is another.
using FileId = std::tuple<uint64_t, uint64_t, int64_t, int64_t, int64_t>;

FileId IdOf(const struct stat& info) {
  return {info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

}  // namespace

// The descriptors in use. Each of them keeps the table.
class OpenFiles::Table : public std::enable_shared_from_this<Table> {
 public:
  struct Descriptor {
    explicit Descriptor(int open) : fd(open) {}
    ~Descriptor() {
      if (table != nullptr) table->Forget(id);
      ::close(fd);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    const int fd;
    // Null for one that is not in the table.
    std::shared_ptr<Table> table;
    FileId id;
  };

  // Returns the descriptor that is in use for the file, which is `opened` if none is.
  std::shared_ptr<const Descriptor> Share(const FileId& id, std::shared_ptr<Descriptor> opened) {
    absl::MutexLock lock(&mutex_);
    std::weak_ptr<const Descriptor>& known = in_use_[id];
    if (std::shared_ptr<const Descriptor> other = known.lock()) return other;
    opened->table = shared_from_this();
    opened->id = id;
    known = opened;
    return opened;
  }

 private:
  void Forget(const FileId& id) {
    absl::MutexLock lock(&mutex_);
    auto known = in_use_.find(id);
    // It may have been opened again meanwhile.
    if (known != in_use_.end() && known->second.expired()) in_use_.erase(known);
  }

  absl::Mutex mutex_;
  absl::flat_hash_map<FileId, std::weak_ptr<const Descriptor>> in_use_ ABSL_GUARDED_BY(mutex_);
};

OpenFiles::OpenFiles() : table_(std::make_shared<Table>()) {}

std::optional<ServedFile> OpenFiles::Open(const std::filesystem::path& path) const {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  auto opened = std::make_shared<Table::Descriptor>(fd);
  struct stat info {};
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  char etag[64];
  std::snprintf(etag, sizeof(etag), "\"%llx-%llx%08lx\"", static_cast<unsigned long long>(info.st_size),
                static_cast<unsigned long long>(info.st_mtim.tv_sec), info.st_mtim.tv_nsec);
  std::shared_ptr<const Table::Descriptor> shared = table_->Share(IdOf(info), std::move(opened));
  ServedFile file;
  file.bytes.fd = shared->fd;
  file.bytes.owner = std::move(shared);
  file.bytes.length = info.st_size;
  file.etag = etag;
  file.content_type = ContentTypeOf(path.filename().native());
  return file;
}

}  // namespace academy::http

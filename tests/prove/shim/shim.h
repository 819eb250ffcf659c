// What the library knows of the data folder: which files it keeps, what their last fsync has not confirmed, and the
// troubles that the driver asks for. Thread-safe. In processes other than the academy's five it is not active.
#pragma once

#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace academy::prove {

// In the order in which shim.mjs writes them.
struct Control {
  volatile int32_t fsync_delay_ms, errors_per_mille, full, short_per_mille, seed;
  // A bit for each of kProcesses: whose disk has the troubles above.
  volatile int32_t processes;
  volatile int32_t fsync_mode;
  volatile int32_t unused;
  // For all processes.
  volatile int64_t clock_offset_ms;
};
// kLater: an fsync returns at once, and what it confirmed is on the disk a moment later.
enum FsyncMode : int32_t { kHonest = 0, kNever = 1, kLater = 2 };

struct Record {
  // 'W' for a write or truncation, 'S' for an fsync in the mode kLater, at `offset` nanoseconds.
  uint64_t kind, offset, length, former_size;
};

inline constexpr const char* kProcesses[] = {"auth", "catalog", "enrollment", "presence", "edge"};

struct File {
  std::mutex mutex;
  // The bytes are part of what is kept; the names of work files are not.
  bool kept = false, named = false;
  int undo = -1;
};

class Shim {
 public:
  static Shim& Get() {
    static Shim* const shim = new Shim;
    return *shim;
  }

  bool active() const { return control_ != nullptr && ::getpid() == pid_; }
  const Control& control() const { return *control_; }
  bool troubled() const { return ((control_->processes >> process_) & 1) != 0; }

  bool Chance(int32_t per_mille) {
    if (per_mille <= 0 || !troubled()) return false;
    thread_local uint32_t state = 0;
    if (state == 0)
      state = (static_cast<uint32_t>(control_->seed) ^ static_cast<uint32_t>(::gettid()) * 2654435761U) | 1U;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % 1000 < static_cast<uint32_t>(per_mille);
  }

  // The file behind a descriptor; null if it is none of the data folder's.
  File* Of(int fd, struct stat& info) {
    if (!active() || ::syscall(SYS_fstat, fd, &info) != 0 || !(S_ISREG(info.st_mode) || S_ISDIR(info.st_mode)))
      return nullptr;
    File* file = nullptr;
    {
      std::lock_guard lock(mutex_);
      std::unique_ptr<File>& known = files_[info.st_ino];
      // Nobody says when a folder is made, and it may have the inode of something that was removed.
      if (known == nullptr || S_ISDIR(info.st_mode)) {
        char link[64], path[PATH_MAX];
        std::snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
        ssize_t length = ::readlink(link, path, sizeof(path) - 1);
        auto seen = std::make_unique<File>();
        if (length > 0) Classify(std::string(path, static_cast<size_t>(length)), *seen);
        if (known == nullptr || known->kept != seen->kept) {
          // A thread may still hold the earlier one.
          known.release();  // NOLINT(bugprone-unused-return-value)
          known = std::move(seen);
        }
      }
      file = known.get();
    }
    return file->kept ? file : nullptr;
  }

  // A new file may have the inode of one that was removed.
  void Forget(ino_t inode) {
    std::lock_guard lock(mutex_);
    ::syscall(SYS_unlink, UndoPath(inode, ".file").c_str());
    auto found = files_.find(inode);
    if (found == files_.end()) return;
    if (found->second->undo >= 0) ::syscall(SYS_close, found->second->undo);
    // A thread may still hold it.
    found->second.release();  // NOLINT(bugprone-unused-return-value)
    files_.erase(found);
  }

  // Before the change of a file: what is there between `offset` and `end`. Called with the file's lock.
  void Keep(File& file, int fd, const struct stat& info, uint64_t offset, uint64_t end) {
    if (file.undo < 0) file.undo = OpenUndo(info.st_ino, ".file");
    uint64_t size = static_cast<uint64_t>(info.st_size);
    uint64_t length = offset < size ? std::min(end, size) - offset : 0;
    std::vector<char> bytes(sizeof(Record) + length);
    if (length > 0) {
      // The descriptor may be for writing only.
      char link[64];
      std::snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
      int in = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, link, O_RDONLY | O_CLOEXEC, 0));
      ssize_t got = in < 0 ? -1 : ::syscall(SYS_pread64, in, bytes.data() + sizeof(Record), length, offset);
      if (in >= 0) ::syscall(SYS_close, in);
      if (got != static_cast<ssize_t>(length)) ::abort();
    }
    Record record{'W', offset, length, size};
    std::memcpy(bytes.data(), &record, sizeof(record));
    Append(file.undo, bytes.data(), bytes.size());
  }

  // What was written is durable. Called with the file's lock.
  void Confirm(File& file, const struct stat& info) {
    if (control_->fsync_mode == kNever) return;
    if (S_ISDIR(info.st_mode)) {
      ::syscall(SYS_unlink, UndoPath(info.st_ino, ".names").c_str());
      return;
    }
    if (control_->fsync_mode == kLater) {
      if (file.undo < 0) return;
      Record record{'S', static_cast<uint64_t>(Now()), 0, 0};
      Append(file.undo, &record, sizeof(record));
      return;
    }
    ::syscall(SYS_unlink, UndoPath(info.st_ino, ".file").c_str());
    if (file.undo >= 0) ::syscall(SYS_close, file.undo);
    file.undo = -1;
  }

  bool IsNamed(const std::string& path) const {
    if (!active() || path.empty()) return false;
    File file;
    Classify(path, file);
    return file.named;
  }

  // A line about an entry of the folder of `path`.
  void Note(const std::string& path, const std::string& line) {
    struct stat folder;
    std::string parent = path.substr(0, path.rfind('/'));
    if (::syscall(SYS_stat, parent.c_str(), &folder) != 0) return;
    std::string text = std::to_string(Now()) + "\t" + line + "\n";
    int fd = OpenUndo(folder.st_ino, ".names");
    Append(fd, text.data(), text.size());
    ::syscall(SYS_close, fd);
  }

  // Keeps the file behind an entry that goes away; empty if there is none.
  std::string Save(const std::string& path) {
    struct stat info;
    if (::syscall(SYS_lstat, path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return "";
    std::string saved = undo_ + "/saved-" + std::to_string(info.st_ino) + "-" + std::to_string(Now());
    return ::syscall(SYS_link, path.c_str(), saved.c_str()) == 0 ? saved : "";
  }

  static int64_t Now() {
    struct timespec now;
    ::syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
  }

 private:
  Shim() : pid_(::getpid()) {
    const char* data = std::getenv("ACADEMY_PROVE_DATA");
    const char* control = std::getenv("ACADEMY_PROVE_CONTROL");
    const char* undo = std::getenv("ACADEMY_PROVE_UNDO");
    char program[PATH_MAX];
    ssize_t length = ::readlink("/proc/self/exe", program, sizeof(program) - 1);
    if (data == nullptr || control == nullptr || undo == nullptr || length <= 0) return;
    std::string name(program, static_cast<size_t>(length));
    name = name.substr(name.rfind('/') + 1);
    // Not the shells and encoders that inherit the environment.
    const auto* found = std::find(std::begin(kProcesses), std::end(kProcesses), name);
    if (found == std::end(kProcesses)) return;
    process_ = static_cast<int>(found - std::begin(kProcesses));
    data_ = data;
    undo_ = undo;
    int fd = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, control, O_RDWR | O_CLOEXEC, 0));
    if (fd < 0) return;
    void* memory = ::mmap(nullptr, sizeof(Control), PROT_READ, MAP_SHARED, fd, 0);
    ::syscall(SYS_close, fd);
    if (memory != MAP_FAILED) control_ = static_cast<const Control*>(memory);
  }

  void Classify(const std::string& path, File& file) const {
    // What its fsync confirms are the folders in it.
    file.kept = path == data_;
    if (path.size() <= data_.size() || path.compare(0, data_.size(), data_) != 0 || path[data_.size()] != '/') return;
    std::string below = path.substr(data_.size() + 1);
    for (const char* folder : {"run", "logs", "backup"}) {
      if (below.compare(0, std::strlen(folder), folder) == 0) return;
    }
    if (below.size() > 4 && below.compare(below.size() - 4, 4, "-shm") == 0) return;
    file.kept = true;
    file.named = below.compare(0, 13, "catalog/jobs/") != 0 && below.compare(0, 17, "catalog/pictures/") != 0;
  }

  std::string UndoPath(ino_t inode, const char* kind) const { return undo_ + "/" + std::to_string(inode) + kind; }

  int OpenUndo(ino_t inode, const char* kind) const {
    int fd = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, UndoPath(inode, kind).c_str(),
                                        O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (fd < 0) ::abort();
    return fd;
  }

  // One system call, so that SIGKILL leaves no half of it.
  static void Append(int fd, const void* bytes, size_t length) {
    if (::syscall(SYS_write, fd, bytes, length) != static_cast<ssize_t>(length)) ::abort();
  }

  const pid_t pid_;
  int process_ = 0;
  std::string data_, undo_;
  const Control* control_ = nullptr;
  std::mutex mutex_;
  std::unordered_map<ino_t, std::unique_ptr<File>> files_;
};

}  // namespace academy::prove

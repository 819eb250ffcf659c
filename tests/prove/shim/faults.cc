// A library for LD_PRELOAD that stands between the academy's processes and their data folder. It makes disks slow, full
// or broken, moves the clock, and keeps what a power cut takes away: everything that no fsync has confirmed.
//
// Environment: ACADEMY_PROVE_DATA is the folder, ACADEMY_PROVE_CONTROL a file with a Control, which the driver changes
// while processes run, and ACADEMY_PROVE_UNDO the folder for what is needed to take back unconfirmed changes. That
// survives SIGKILL, and shim.mjs reads it:
//
//   <inode>.file   for each write or truncation since the file's last fsync: a Record and the bytes that were there
//   <inode>.names  for each entry made, renamed or removed since the folder's last fsync: a line
//   saved-*        links to the files behind removed and replaced entries
//
// Not modelled: mkdir is always durable, and so is what other programs write (ffmpeg); reads never fail. SQLite's
// shared memory is not a file's content. run/, logs/ and backup/ have no data that a power cut may not take.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

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

constexpr const char* kProcesses[] = {"auth", "catalog", "enrollment", "presence", "edge"};

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
      if (known == nullptr) {
        char link[64], path[PATH_MAX];
        std::snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
        ssize_t length = ::readlink(link, path, sizeof(path) - 1);
        known = std::make_unique<File>();
        if (length > 0) Classify(std::string(path, static_cast<size_t>(length)), *known);
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

int Refuse(int error) {
  errno = error;
  return -1;
}

// Writes; `offset` -1 means at the descriptor's place.
ssize_t Write(int fd, const void* bytes, size_t length, int64_t offset) {
  auto plain = [&](size_t count) {
    return offset < 0 ? ::syscall(SYS_write, fd, bytes, count) : ::syscall(SYS_pwrite64, fd, bytes, count, offset);
  };
  Shim& shim = Shim::Get();
  struct stat info;
  File* file = shim.Of(fd, info);
  if (file == nullptr || length == 0) return plain(length);
  std::lock_guard lock(file->mutex);
  ::syscall(SYS_fstat, fd, &info);
  uint64_t at = static_cast<uint64_t>(offset);
  if (offset < 0) {
    bool appends = (::syscall(SYS_fcntl, fd, F_GETFL) & O_APPEND) != 0;
    at = appends ? static_cast<uint64_t>(info.st_size) : static_cast<uint64_t>(::syscall(SYS_lseek, fd, 0, SEEK_CUR));
  }
  const Control& control = shim.control();
  if (shim.Chance(control.errors_per_mille)) return Refuse(EIO);
  if (control.full != 0 && shim.troubled() && at + length > static_cast<uint64_t>(info.st_size)) return Refuse(ENOSPC);
  if (length > 1 && shim.Chance(control.short_per_mille)) length = (length + 1) / 2;
  shim.Keep(*file, fd, info, at, at + length);
  return plain(length);
}

int Sync(int fd, long number) {
  Shim& shim = Shim::Get();
  struct stat info;
  File* file = shim.Of(fd, info);
  if (file == nullptr) return static_cast<int>(::syscall(number, fd));
  std::lock_guard lock(file->mutex);
  const Control& control = shim.control();
  if (control.fsync_delay_ms > 0 && shim.troubled()) ::usleep(static_cast<useconds_t>(control.fsync_delay_ms) * 1000);
  if (shim.Chance(control.errors_per_mille)) return Refuse(EIO);
  int result = control.fsync_mode == kHonest ? static_cast<int>(::syscall(number, fd)) : 0;
  if (result == 0) shim.Confirm(*file, info);
  return result;
}

std::string Absolute(int folder, const char* path) {
  if (path[0] == '/') return path;
  char link[64], base[PATH_MAX];
  if (folder == AT_FDCWD) {
    std::snprintf(link, sizeof(link), "/proc/self/cwd");
  } else {
    std::snprintf(link, sizeof(link), "/proc/self/fd/%d", folder);
  }
  ssize_t length = ::readlink(link, base, sizeof(base));
  return length <= 0 ? "" : std::string(base, static_cast<size_t>(length)) + "/" + path;
}

// Before a file is emptied or made by its opening; whether it is there.
bool BeforeOpen(const std::string& path, bool empties) {
  struct stat info;
  bool exists = ::syscall(SYS_stat, path.c_str(), &info) == 0;
  if (!exists || !empties || info.st_size == 0) return exists;
  int fd = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC, 0));
  if (fd < 0) return exists;
  if (File* file = Shim::Get().Of(fd, info); file != nullptr && S_ISREG(info.st_mode)) {
    std::lock_guard lock(file->mutex);
    Shim::Get().Keep(*file, fd, info, 0, static_cast<uint64_t>(info.st_size));
  }
  ::syscall(SYS_close, fd);
  return exists;
}

void AfterCreation(const std::string& path, int fd) {
  struct stat info;
  if (::syscall(SYS_fstat, fd, &info) == 0) Shim::Get().Forget(info.st_ino);
  Shim::Get().Note(path, "create\t" + path);
}

int Open(int folder, const char* path, int flags, mode_t mode) {
  std::string whole = (flags & (O_CREAT | O_TRUNC)) != 0 && Shim::Get().active() ? Absolute(folder, path) : "";
  bool named = Shim::Get().IsNamed(whole);
  bool existed = !whole.empty() && BeforeOpen(whole, (flags & O_TRUNC) != 0);
  int fd = static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
  if (fd >= 0 && named && !existed) AfterCreation(whole, fd);
  return fd;
}

FILE* OpenStream(const char* name, const char* path, const char* mode) {
  auto real = reinterpret_cast<FILE* (*)(const char*, const char*)>(::dlsym(RTLD_NEXT, name));
  std::string whole = mode[0] != 'r' && Shim::Get().active() ? Absolute(AT_FDCWD, path) : "";
  bool named = Shim::Get().IsNamed(whole);
  bool existed = !whole.empty() && BeforeOpen(whole, mode[0] == 'w');
  FILE* stream = real(path, mode);
  if (stream != nullptr && named && !existed) AfterCreation(whole, ::fileno(stream));
  return stream;
}

int Unlink(int folder, const char* path, int flags) {
  std::string whole = Shim::Get().active() && (flags & AT_REMOVEDIR) == 0 ? Absolute(folder, path) : "";
  if (Shim::Get().IsNamed(whole)) {
    if (std::string saved = Shim::Get().Save(whole); !saved.empty())
      Shim::Get().Note(whole, "unlink\t" + whole + "\t" + saved);
  }
  return static_cast<int>(::syscall(SYS_unlinkat, folder, path, flags));
}

int Truncate(int fd, off_t size) {
  struct stat info;
  File* file = Shim::Get().Of(fd, info);
  if (file == nullptr) return static_cast<int>(::syscall(SYS_ftruncate, fd, size));
  std::lock_guard lock(file->mutex);
  ::syscall(SYS_fstat, fd, &info);
  if (Shim::Get().Chance(Shim::Get().control().errors_per_mille)) return Refuse(EIO);
  Shim::Get().Keep(*file, fd, info, static_cast<uint64_t>(size), static_cast<uint64_t>(info.st_size));
  return static_cast<int>(::syscall(SYS_ftruncate, fd, size));
}

mode_t ModeOf(int flags, va_list arguments) { return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0; }

}  // namespace

extern "C" {

#define PROVE_OPEN(name)                       \
  int name(const char* path, int flags, ...) { \
    va_list arguments;                         \
    va_start(arguments, flags);                \
    mode_t mode = ModeOf(flags, arguments);    \
    va_end(arguments);                         \
    return Open(AT_FDCWD, path, flags, mode);  \
  }
PROVE_OPEN(open)
PROVE_OPEN(open64)
FILE* fopen(const char* path, const char* mode) { return OpenStream("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) { return OpenStream("fopen64", path, mode); }

ssize_t write(int fd, const void* bytes, size_t length) { return Write(fd, bytes, length, -1); }
ssize_t pwrite(int fd, const void* bytes, size_t length, off_t at) { return Write(fd, bytes, length, at); }
ssize_t pwrite64(int fd, const void* bytes, size_t length, off64_t at) { return Write(fd, bytes, length, at); }
ssize_t writev(int fd, const struct iovec* pieces, int count) {
  struct stat info;
  if (Shim::Get().Of(fd, info) == nullptr) return ::syscall(SYS_writev, fd, pieces, count);
  ssize_t whole = 0;
  for (int i = 0; i < count; ++i) {
    ssize_t written = Write(fd, pieces[i].iov_base, pieces[i].iov_len, -1);
    if (written < 0) return whole > 0 ? whole : written;
    whole += written;
    if (written < static_cast<ssize_t>(pieces[i].iov_len)) break;
  }
  return whole;
}

int fsync(int fd) { return Sync(fd, SYS_fsync); }
int fdatasync(int fd) { return Sync(fd, SYS_fdatasync); }
int ftruncate(int fd, off_t size) noexcept { return Truncate(fd, size); }
int ftruncate64(int fd, off64_t size) noexcept { return Truncate(fd, size); }

int unlink(const char* path) noexcept { return Unlink(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char* path, int flags) noexcept { return Unlink(folder, path, flags); }
int remove(const char* path) noexcept {
  struct stat info;
  bool folder = ::syscall(SYS_lstat, path, &info) == 0 && S_ISDIR(info.st_mode);
  return Unlink(AT_FDCWD, path, folder ? AT_REMOVEDIR : 0);
}

int rename(const char* from, const char* to) noexcept {
  std::string whole = Shim::Get().active() ? Absolute(AT_FDCWD, to) : "";
  if (!Shim::Get().IsNamed(whole)) return static_cast<int>(::syscall(SYS_rename, from, to));
  std::string saved = Shim::Get().Save(whole);
  Shim::Get().Note(whole, "rename\t" + Absolute(AT_FDCWD, from) + "\t" + whole + "\t" + saved);
  return static_cast<int>(::syscall(SYS_rename, from, to));
}

int link(const char* from, const char* to) noexcept {
  int result = static_cast<int>(::syscall(SYS_link, from, to));
  if (std::string whole = Shim::Get().active() ? Absolute(AT_FDCWD, to) : "";
      result == 0 && Shim::Get().IsNamed(whole)) {
    Shim::Get().Note(whole, "create\t" + whole);
  }
  return result;
}

int clock_gettime(clockid_t clock, struct timespec* time) noexcept {
  static const auto real = reinterpret_cast<int (*)(clockid_t, struct timespec*)>(::dlsym(RTLD_NEXT, "clock_gettime"));
  int result = real(clock, time);
  if (clock != CLOCK_REALTIME || result != 0 || !Shim::Get().active()) return result;
  int64_t offset = Shim::Get().control().clock_offset_ms;
  time->tv_sec += offset / 1000;
  return result;
}

// Where SQLite is told to confirm what it commits, it is told not to.
int sqlite3_prepare_v2(void* database, const char* sql, int length, void** statement, const char** rest) {
  static const auto real = reinterpret_cast<int (*)(void*, const char*, int, void**, const char**)>(
      ::dlsym(RTLD_NEXT, "sqlite3_prepare_v2"));
  static const bool off = std::getenv("ACADEMY_PROVE_SYNCHRONOUS_OFF") != nullptr;
  if (!off || std::strstr(sql, "PRAGMA synchronous") == nullptr) return real(database, sql, length, statement, rest);
  return real(database, "PRAGMA synchronous=OFF", -1, statement, nullptr);
}
}

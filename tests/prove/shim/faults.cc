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
// Not modelled: what other programs write (ffmpeg) is always durable, and so is a removed folder; reads never fail.
// SQLite's shared memory is not a file's content. run/, logs/ and backup/ have no data that a power cut may not take.
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timex.h>
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
#include <mutex>
#include <string>

#include "tests/prove/shim/shim.h"

namespace academy::prove {
namespace {

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

// A folder that is lost takes what is in it along, however often that was confirmed.
int MakeFolder(int folder, const char* path, mode_t mode) {
  std::string whole = Shim::Get().active() ? Absolute(folder, path) : "";
  while (whole.size() > 1 && whole.back() == '/') whole.pop_back();
  int result = static_cast<int>(::syscall(SYS_mkdirat, folder, path, mode));
  if (result == 0 && Shim::Get().IsNamed(whole)) Shim::Get().Note(whole, "mkdir\t" + whole);
  return result;
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

int64_t RealMillis() {
  struct timespec now;
  ::syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1'000'000;
}

int64_t MillisOf(const struct timespec& time) { return time.tv_sec * 1000LL + time.tv_nsec / 1'000'000; }

// A wait until `until` by the clock as the process sees it, as the kernel sees it, and no longer than a moment.
struct timespec Piece(const struct timespec& until) {
  int64_t end = std::min(MillisOf(until) - Shim::Get().control().clock_offset_ms, RealMillis() + 50);
  if (end == MillisOf(until)) return until;
  end = std::max<int64_t>(end, 0);
  return {.tv_sec = end / 1000, .tv_nsec = end % 1000 * 1'000'000};
}

bool IsOver(const struct timespec& until) {
  return RealMillis() + Shim::Get().control().clock_offset_ms >= MillisOf(until);
}

mode_t ModeOf(int flags, va_list arguments) { return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0; }

}  // namespace
}  // namespace academy::prove

using namespace academy::prove;  // NOLINT: what follows has the names of the C library

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

int mkdir(const char* path, mode_t mode) noexcept { return MakeFolder(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char* path, mode_t mode) noexcept { return MakeFolder(folder, path, mode); }

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

// Waits until a time of the system clock end when that clock says so, also when it jumps meanwhile: a wait is cut into
// pieces, and its end is compared with the clock after each. Waiters check what they wait for after every wake.
long syscall(long number, ...) noexcept {
  static const auto real = reinterpret_cast<long (*)(long, ...)>(::dlsym(RTLD_NEXT, "syscall"));
  va_list arguments;
  va_start(arguments, number);
  long a[6];
  for (long& argument : a) argument = va_arg(arguments, long);
  va_end(arguments);
  bool until = number == SYS_futex && (a[1] & FUTEX_CLOCK_REALTIME) != 0 && a[3] != 0;
  if (!until || !Shim::Get().active()) return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  struct timespec piece = Piece(*reinterpret_cast<const struct timespec*>(a[3]));
  long result = real(number, a[0], a[1], a[2], &piece, a[4], a[5]);
  if (result != 0 && errno == ETIMEDOUT && !IsOver(*reinterpret_cast<const struct timespec*>(a[3]))) errno = EINTR;
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

// As the kernel does when somebody sets the clock: no time server has confirmed it.
int adjtimex(struct timex* state) noexcept {
  static const auto real = reinterpret_cast<int (*)(struct timex*)>(::dlsym(RTLD_NEXT, "adjtimex"));
  int result = real(state);
  if (result < 0 || !Shim::Get().active() || Shim::Get().control().clock_offset_ms == 0) return result;
  state->status |= STA_UNSYNC;
  return TIME_ERROR;
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

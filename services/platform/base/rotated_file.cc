#include "services/platform/base/rotated_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

namespace academy {
namespace {

std::string Numbered(const std::string& path, int number) { return path + "." + std::to_string(number); }

// False where the file cannot be renamed.
bool Shift(const std::string& path, int keep) {
  // More were kept before.
  for (int i = keep + 1; i <= LogBounds::kMaxKeep && ::unlink(Numbered(path, i).c_str()) == 0; ++i) {
  }
  for (int i = keep - 1; i > 0; --i) ::rename(Numbered(path, i).c_str(), Numbered(path, i + 1).c_str());
  return ::rename(path.c_str(), Numbered(path, 1).c_str()) == 0;
}

}  // namespace

int OpenToAppend(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

int RotateIfFull(const std::string& path, int fd, const LogBounds& bounds) {
  struct stat own {};
  if (::fstat(fd, &own) != 0 || !S_ISREG(own.st_mode) || own.st_size < bounds.size) return -1;
  // Of several processes one renames it. Whoever finds another at work writes on meanwhile.
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) return -1;
  struct stat there {};
  bool named = ::stat(path.c_str(), &there) == 0 && there.st_dev == own.st_dev && there.st_ino == own.st_ino;
  int fresh = named && !Shift(path, bounds.keep) ? -1 : OpenToAppend(path);
  // A child process may share the descriptor, and the lock with it.
  ::flock(fd, LOCK_UN);
  return fresh;
}

}  // namespace academy

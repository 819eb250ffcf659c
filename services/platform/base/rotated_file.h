// A file that is appended to and replaced when it is full: FILE becomes FILE.1, FILE.1 becomes FILE.2, and so on, and
// the oldest is removed.
//
// Thread-safe, also between processes that append to one file.
#pragma once

#include <cstdint>
#include <string>

namespace academy {

// Full files and the current one together take at most (keep + 1) * size, and what is written at once.
struct LogBounds {
  static constexpr int64_t kMinSize = 64 * 1024;
  static constexpr int64_t kMaxSize = int64_t{1} << 40;
  static constexpr int kMaxKeep = 100;

  // Bytes at which a file is full.
  int64_t size = int64_t{32} << 20;
  // How many full files are kept, at least one.
  int keep = 3;
};

// Opens `path` for appending, created readable for its owner only; -1 with errno where that fails.
int OpenToAppend(const std::string& path);

// If the regular file that `fd` appends to is full: renames it, unless somebody has, and returns a descriptor of a new
// one at `path`. Else, and while that is impossible, -1: `fd` is used on.
int RotateIfFull(const std::string& path, int fd, const LogBounds& bounds);

}  // namespace academy

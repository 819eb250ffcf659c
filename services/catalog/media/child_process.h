// Runs ffmpeg and ffprobe on untrusted files: at low priority, with limits on time, memory and file size, in a sandbox
// (see sandbox.h). A child never outlives this process.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace academy::catalog {

struct ChildOptions {
  // The program, looked up in /usr/local/bin, /usr/bin and /bin, and its arguments.
  std::vector<std::string> argv;
  // Its working directory and HOME, the only folder that it may write to.
  std::filesystem::path folder;
  // Paths that it may read in addition to the system's programs.
  std::vector<std::filesystem::path> readable;
  absl::Duration time_limit = absl::Minutes(1);
  // As for nice(1): 19 yields to everything, so that encoding never slows down playback.
  int niceness = 19;
  // Maximum size of a file it writes, and of its address space, in bytes.
  int64_t file_limit = int64_t{16} << 30;
  int64_t memory_limit = int64_t{6} << 30;
  // Called with each line of its standard output, on the calling thread. Without it the output is returned, at most 1
  // MiB.
  std::function<void(std::string_view line)> on_line;
};

struct ChildResult {
  // -1 when a signal ended it.
  int exit_code = -1;
  // The signal that ended it; 0 if it exited or was out of time.
  int signal = 0;
  bool timed_out = false;
  std::string output;
  // The end of its standard error, at most 4 KiB.
  std::string errors;

  bool ok() const { return exit_code == 0; }
};

// Runs the program and blocks until it ends. CANCELLED once `stop` is requested, after killing the child and its
// descendants; INTERNAL if it cannot be started.
absl::StatusOr<ChildResult> RunChild(const ChildOptions& options, const std::stop_token& stop);

}  // namespace academy::catalog

// Runs ffmpeg and ffprobe on files that strangers made: low priority, bounded in time, memory and file size, in a
// sandbox (see sandbox.h), and never outliving us.
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
  // Its working directory and HOME, the one folder that it may write.
  std::filesystem::path folder;
  // What else it may read: beside the system's programs it sees nothing more.
  std::vector<std::filesystem::path> readable;
  absl::Duration time_limit = absl::Minutes(1);
  // As nice(1): 19 gives way to everything, so that encoding never slows down watching.
  int niceness = 19;
  // The largest file it may write, and its address space, in bytes.
  int64_t file_limit = int64_t{16} << 30;
  int64_t memory_limit = int64_t{6} << 30;
  // Gets each line of its standard output; without it the output is kept (1 MiB at most).
  std::function<void(std::string_view line)> on_line;
};

struct ChildResult {
  // -1 when a signal ended it.
  int exit_code = -1;
  bool timed_out = false;
  std::string output;
  // The end of its standard error, 4 KiB at most.
  std::string errors;

  bool ok() const { return exit_code == 0; }
};

// Runs to the end. CANCELLED once `stop` is requested (the child and its own children are gone then); INTERNAL when it
// cannot be started.
absl::StatusOr<ChildResult> RunChild(const ChildOptions& options, const std::stop_token& stop);

}  // namespace academy::catalog

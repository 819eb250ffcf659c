#include "services/platform/base/log_flags.h"

#include <cstdint>
#include <string>

#include "absl/flags/flag.h"
#include "services/platform/base/log_file.h"
#include "services/platform/base/status.h"

ABSL_FLAG(std::string, log_file, "",
          "File that the process's log is appended to, and that it rotates itself; empty is "
          "standard error");
ABSL_FLAG(int64_t, log_size, academy::LogBounds().size, "Bytes at which a file of a log is full and a new one begun");
ABSL_FLAG(int, log_keep, academy::LogBounds().keep, "How many full files of a log are kept, 1 to 100");

namespace academy {

absl::StatusOr<LogBounds> LogBoundsFromFlags() {
  LogBounds bounds{.size = absl::GetFlag(FLAGS_log_size), .keep = absl::GetFlag(FLAGS_log_keep)};
  if (bounds.size < LogBounds::kMinSize || bounds.size > LogBounds::kMaxSize) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--log-size is 65536 (64 KiB) or more");
  }
  if (bounds.keep < 1 || bounds.keep > LogBounds::kMaxKeep) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--log-keep is 1 to 100");
  }
  return bounds;
}

absl::Status LogToFileFromFlags() {
  ASSIGN_OR_RETURN(LogBounds bounds, LogBoundsFromFlags());
  std::string path = absl::GetFlag(FLAGS_log_file);
  return path.empty() ? absl::OkStatus() : LogToFile(path, bounds);
}

}  // namespace academy

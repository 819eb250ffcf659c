#include "services/catalog/media/child_status.h"

#include <csignal>
#include <string_view>

#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

// ffmpeg handles signals that ask it to end, and exits with this.
constexpr int kFfmpegInterrupted = 255;

absl::Status Outage(std::string_view reason, std::string_view message) {
  return Error(absl::StatusCode::kUnavailable, reason, message);
}

// Whether somebody ended the program: an operator, or the kernel when memory was short.
bool IsKilled(const ChildResult& result) {
  return result.exit_code == kFfmpegInterrupted || result.signal == SIGKILL || result.signal == SIGTERM ||
         result.signal == SIGINT || result.signal == SIGHUP;
}

}  // namespace

absl::Status ChildStatus(const absl::StatusOr<ChildResult>& result, const MediaFault& fault) {
  if (absl::IsInternal(result.status())) return Outage("ffmpeg_unavailable", MessageOf(result.status()));
  RETURN_IF_ERROR(result.status());
  if (result->ok()) return absl::OkStatus();
  std::string_view errors = result->errors;
  auto reported = [errors](std::string_view text) { return errors.find(text) != errors.npos; };
  if (reported("No space left on device") || reported("Disk quota exceeded")) {
    return Outage("disk_full", "the disk is full");
  }
  if (reported("Read-only file system")) return Outage("storage_error", "the disk is read-only");
  if (IsKilled(*result)) return Outage("interrupted", "the program was killed");
  if (result->timed_out || result->signal != 0 || reported("Cannot allocate memory")) {
    return Error(absl::StatusCode::kAborted, "processing_crashed", "the program crashed or took too long");
  }
  return MediaError(fault);
}

}  // namespace academy::catalog

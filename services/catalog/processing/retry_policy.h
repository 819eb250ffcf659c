// When a stage of processing that an outage stopped is tried again.
//
// Plain values and pure functions.
#pragma once

#include <string_view>

#include "absl/time/time.h"

namespace academy::catalog {

// Reasons to wait, which managers see. Failures of files have the codes of MediaFault.
inline constexpr char kStorageUnavailable[] = "storage_unavailable";
inline constexpr char kDatabaseUnavailable[] = "database_unavailable";
inline constexpr char kFfmpegUnavailable[] = "ffmpeg_unavailable";
inline constexpr char kDiskFull[] = "disk_full";
inline constexpr char kSourceMissing[] = "source_missing";
// The process or the program was killed in the middle.
inline constexpr char kInterrupted[] = "interrupted";
// The program crashed, which may be the file's fault.
inline constexpr char kCrashed[] = "processing_crashed";

// How long a worker waits after the failure number `failures` in succession, from 1, to claim a job.
absl::Duration PauseWithoutDatabase(int failures);

struct RetryPolicy {
  // Pause after the first failure; doubles with each further one.
  absl::Duration first_pause = absl::Seconds(10);
  absl::Duration max_pause = absl::Minutes(30);
  // Looking for space costs nothing, and space comes back at any time.
  absl::Duration max_pause_for_space = absl::Minutes(1);
  // A stage fails after waiting this long, and at least this often: a clock that is set forward ends no wait.
  absl::Duration max_wait = absl::Hours(48);
  int min_waits = 24;

  // Returns the pause after the failure number `waits`, from 1. It differs between assets by up to a fifth, so that
  // not all begin at once after an outage. The first interruption needs none: the process has just been started.
  absl::Duration PauseAfter(int waits, std::string_view reason, std::string_view asset_id) const;
};

}  // namespace academy::catalog

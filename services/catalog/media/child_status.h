// Says why ffmpeg or ffprobe failed: because of the file, or because of what surrounds it.
//
// Pure and thread-safe.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/catalog/media/child_process.h"
#include "services/catalog/media/video_info.h"

namespace academy::catalog {

// Returns OK if the program succeeded, and `fault` as a MediaError if it refused the file. CANCELLED if stopped.
// ABORTED processing_crashed if it crashed or was out of time, which may be the file's fault or not. UNAVAILABLE
// disk_full, storage_error, ffmpeg_unavailable (it cannot be started) or interrupted (it was killed).
absl::Status ChildStatus(const absl::StatusOr<ChildResult>& result, const MediaFault& fault);

}  // namespace academy::catalog

// Probes uploaded files with ffprobe.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <stop_token>

#include "absl/status/statusor.h"
#include "services/catalog/media/video_info.h"

namespace academy::catalog {

// Runs ffprobe on `source` in `folder`. MediaError when it is not a video or has no video track;
// other errors as ChildStatus.
absl::StatusOr<VideoInfo> ProbeVideo(const std::filesystem::path& source, const std::filesystem::path& folder,
                                     const std::stop_token& stop);

}  // namespace academy::catalog

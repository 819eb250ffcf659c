// Makes playback files of a video with ffmpeg: fragmented MP4 segments, a poster, a sprite of thumbnails.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/catalog/media/probe.h"

namespace academy::catalog {

struct EncodeJob {
  // The uploaded file; never written.
  std::filesystem::path source;
  // An empty folder that takes the results; ffmpeg runs in it.
  std::filesystem::path folder;
  absl::Duration time_limit = absl::Hours(12);
  // Gets whole per cents about twice a second, from the calling thread.
  std::function<void(int percent)> on_progress;
};

// Writes `folder`/index.m3u8, init.mp4 and seg-00000.m4s ... of about 6 s, in the clear. Streams that browsers play are
// copied, others encoded to H.264 (1080p at most) and AAC. Returns what the result holds. MediaError, CANCELLED,
// INTERNAL.
absl::StatusOr<VideoInfo> EncodeHls(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop);

// Writes `folder`/poster.jpg, a picture from early in the video. Errors as EncodeHls.
absl::Status EncodePoster(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop);

// Writes `folder`/thumbnails.jpg, at most 100 small pictures in one, and thumbnails.vtt that says when each is shown.
// Errors as EncodeHls.
absl::Status EncodeThumbnails(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop);

}  // namespace academy::catalog

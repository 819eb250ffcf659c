// Makes playback files of a video with ffmpeg: fragmented MP4 segments, a poster, a sprite of thumbnails.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/catalog/media/ladder.h"
#include "services/catalog/media/probe.h"

namespace academy::catalog {

struct EncodeJob {
  // The uploaded file; never written.
  std::filesystem::path source;
  // Takes the results; ffmpeg runs in it and can write nowhere else.
  std::filesystem::path folder;
  absl::Duration time_limit = absl::Hours(12);
  // As ChildOptions.
  int niceness = 19;
  // Gets whole per cents about twice a second, from the calling thread.
  std::function<void(int percent)> on_progress;
};

// Both write playlists `index.m3u8` with init.mp4 and seg-00000.m4s ... of about 6 s beside them, in the clear, and
// return what they hold. MediaError, CANCELLED, UNAVAILABLE when the disk is full, INTERNAL.

// Copies the picture as it came, and the sound where browsers play it, into `job.folder`/`to`, an empty folder.
absl::StatusOr<VideoInfo> CopyToHls(const EncodeJob& job, const VideoInfo& info, const std::string& to,
                                    const std::stop_token& stop);

struct Rendition {
  // Below the job's folder, empty.
  std::string to;
  Rung rung;
};
struct LadderOptions {
  // Seconds at which segments begin; every 6 s when empty.
  std::vector<double> cuts;
  // Copies sound that browsers play.
  bool copy_audio = false;
};
// Encodes to H.264 and AAC in all sizes of `renditions`, best first, in one run; what each holds comes in their order.
absl::StatusOr<std::vector<VideoInfo>> EncodeToHls(const EncodeJob& job, const VideoInfo& info,
                                                   const std::vector<Rendition>& renditions,
                                                   const LadderOptions& options, const std::stop_token& stop);

// Writes `folder`/poster.jpg, a picture from early in the video. Errors as above.
absl::Status EncodePoster(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop);

// Writes `folder`/thumbnails.jpg, at most 100 small pictures in one, and thumbnails.vtt that says when each is shown.
// Errors as above.
absl::Status EncodeThumbnails(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop);

}  // namespace academy::catalog

// Creates a video's playback files with ffmpeg: fragmented MP4 segments, a poster, a sprite of thumbnails.
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
#include "services/catalog/media/video_info.h"

namespace academy::catalog {

struct EncodeJob {
  // The uploaded file; never written.
  std::filesystem::path source;
  // Output folder; ffmpeg's working directory and the only folder it can write to.
  std::filesystem::path folder;
  absl::Duration time_limit = absl::Hours(12);
  // As in ChildOptions.
  int niceness = 19;
  // Called with the progress in per cent about twice a second, on the calling thread.
  std::function<void(int percent)> on_progress;
};

// Both write an unencrypted playlist `index.m3u8` with init.mp4 and seg-00000.m4s ... of about 6 s beside it, and
// return the properties of the result. MediaError, or errors as ChildStatus.

// Copies the video stream unchanged, and the audio stream if browsers can play it, into `job.folder`/`to`, an empty
// folder.
absl::StatusOr<VideoInfo> CopyToHls(const EncodeJob& job, const VideoInfo& info, const std::string& to,
                                    const std::stop_token& stop);

struct Rendition {
  // An empty folder below the job's folder.
  std::string to;
  Rung rung;
};
struct LadderOptions {
  // Start times of segments in seconds; every 6 s if empty.
  std::vector<double> segment_starts;
  // Whether to copy audio that browsers can play.
  bool copy_audio = false;
};
// Encodes to H.264 and AAC in all sizes of `renditions`, best first, in one run. Returns the properties of each result
// in that order.
absl::StatusOr<std::vector<VideoInfo>> EncodeToHls(const EncodeJob& job, const VideoInfo& info,
                                                   const std::vector<Rendition>& renditions,
                                                   const LadderOptions& options, const std::stop_token& stop);

// Writes `folder`/poster.jpg, a frame from early in the video. Errors as above.
absl::Status EncodePoster(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop);

// Writes `folder`/thumbnails.jpg, a sprite of at most 100 small pictures, and thumbnails.vtt with their times. Errors
// as above.
absl::Status EncodeThumbnails(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop);

}  // namespace academy::catalog

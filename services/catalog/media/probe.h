// Probes uploaded files with ffprobe.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::catalog {

// The accepted container formats. Playlists and scripts (hls, concat, ...) are excluded, because they name other files,
// which would then be read.
inline constexpr char kContainerFormats[] =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,mxf,h264,hevc,m4v,wtv,rm,dv,nut";

struct VideoInfo {
  // Stream numbers within the file; -1 for no sound.
  int video_stream = 0;
  int audio_stream = -1;
  std::string video_codec;
  std::string video_profile;
  std::string pixel_format;
  std::string audio_codec;
  std::string audio_profile;
  // Pixels as shown, rotation applied.
  int width = 0;
  int height = 0;
  // Frames per second; 0 if unknown.
  double frame_rate = 0;
  // Seconds; 0 if unknown.
  double duration = 0;

  // Whether browsers can play the stream unchanged.
  bool video_playable() const;
  bool audio_playable() const;
};

// An error for a fault of the file, which a retry does not fix. Managers see the message.
absl::Status MediaError(std::string_view message);
bool IsMediaError(const absl::Status& status);

// Runs ffprobe on `source` in `folder`. MediaError when it is not a video or has no video track; CANCELLED;
// INTERNAL when ffprobe cannot run.
absl::StatusOr<VideoInfo> ProbeVideo(const std::filesystem::path& source, const std::filesystem::path& folder,
                                     const std::stop_token& stop);

}  // namespace academy::catalog

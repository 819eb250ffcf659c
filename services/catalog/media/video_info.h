// What ffprobe reports about an uploaded file.
//
// All functions are pure and thread-safe.
#pragma once

#include <string>
#include <string_view>

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

// A fault of the file. The code is stable; managers see the message.
struct MediaFault {
  const char* code;
  const char* message;
};
inline constexpr MediaFault kFileEmpty{"file_empty", "The file is empty"};
inline constexpr MediaFault kNotVideo{"not_video", "The file is not a video"};
inline constexpr MediaFault kNoVideoTrack{"no_video_track", "The file has no video track"};
inline constexpr MediaFault kVideoDamaged{"video_damaged", "The video file is damaged or incomplete"};
inline constexpr MediaFault kVideoUnreadable{
    "video_unreadable", "The video could not be processed: the file is damaged or of an unknown kind"};
inline constexpr MediaFault kPictureTooLarge{"picture_too_large", "The video's picture is too large"};
inline constexpr MediaFault kVideoTooLong{"video_too_long", "The video is longer than a day"};
inline constexpr MediaFault kDurationUnknown{"duration_unknown", "The video's duration is not known"};
inline constexpr MediaFault kTooSlow{"processing_too_slow", "Processing the video took too long"};

// An error for a fault of the file, which a retry does not fix. Its reason is the fault's code.
absl::Status MediaError(const MediaFault& fault);
bool IsMediaError(const absl::Status& status);

// Parses the JSON that ffprobe prints with -show_format and -show_streams; the file decides what is in it. MediaError
// when there is no video track, or none that can be shown.
absl::StatusOr<VideoInfo> ParseProbe(std::string_view output);

}  // namespace academy::catalog

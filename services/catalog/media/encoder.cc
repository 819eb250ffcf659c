#include "services/catalog/media/encoder.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "services/catalog/media/child_process.h"
#include "services/common/log.h"
#include "services/common/status.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

constexpr int kSegmentSeconds = 6;
constexpr char kScaleTo1080p[] =
    "scale=w='min(1920,iw)':h='min(1080,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2,format=yuv420p";
constexpr int kTileColumns = 10;
constexpr int kMostTiles = kTileColumns * kTileColumns;
constexpr int kTileWidth = 160;
constexpr int kTileHeight = 90;

using Arguments = std::vector<std::string>;

void Append(Arguments& to, const Arguments& more) { to.insert(to.end(), more.begin(), more.end()); }

// What every reading of a stranger's file is told: one protocol, known containers, no questions.
Arguments Begin(const EncodeJob& job, const Arguments& input_options = {}) {
  Arguments argv = {"ffmpeg", "-nostdin", "-hide_banner", "-v", "error", "-y"};
  Append(argv, input_options);
  Append(argv, {"-protocol_whitelist", "file", "-format_whitelist", kContainerFormats, "-i", job.source.string()});
  return argv;
}

absl::Status Check(const absl::StatusOr<ChildResult>& result) {
  RETURN_IF_ERROR(result.status());
  if (result->ok()) return absl::OkStatus();
  LogWarning("ffmpeg failed", {{"exit", result->exit_code}, {"errors", result->errors}});
  if (result->timed_out) return MediaError("Processing the video took too long");
  // A full disk passes; what the file itself does wrong does not.
  if (result->errors.find("No space left on device") != std::string::npos) {
    return absl::UnavailableError("the disk is full");
  }
  return MediaError("The video could not be processed: the file is damaged or of an unknown kind");
}

// Turns `out_time_us=1234567` into per cents.
std::function<void(std::string_view)> ProgressReader(const EncodeJob& job, double duration) {
  return [&job, duration](std::string_view line) {
    constexpr std::string_view kName = "out_time_us=";
    if (!line.starts_with(kName) || duration <= 0 || !job.on_progress) return;
    double seconds = std::strtod(std::string(line.substr(kName.size())).c_str(), nullptr) / 1e6;
    job.on_progress(static_cast<int>(std::clamp(seconds / duration * 100, 0.0, 99.0)));
  };
}

Arguments VideoArguments(bool copy) {
  if (copy) return {"-c:v", "copy"};
  return {"-c:v",
          "libx264",
          "-preset",
          "veryfast",
          "-crf",
          "23",
          "-maxrate",
          "5M",
          "-bufsize",
          "10M",
          "-profile:v",
          "high",
          "-fpsmax",
          "60",
          "-vf",
          kScaleTo1080p,
          "-force_key_frames",
          "expr:gte(t,n_forced*" + std::to_string(kSegmentSeconds) + ")"};
}

Arguments AudioArguments(bool copy) {
  if (copy) return {"-c:a", "copy"};
  return {"-c:a", "aac", "-b:a", "128k", "-ac", "2", "-ar", "48000"};
}

absl::Status RunHls(const EncodeJob& job, const VideoInfo& info, bool copy_video, bool copy_audio,
                    const std::stop_token& stop) {
  Arguments argv = Begin(job, {"-progress", "pipe:1"});
  Append(argv, {"-map", "0:" + std::to_string(info.video_stream)});
  if (info.audio_stream >= 0) Append(argv, {"-map", "0:" + std::to_string(info.audio_stream)});
  Append(argv, VideoArguments(copy_video));
  if (info.audio_stream >= 0) Append(argv, AudioArguments(copy_audio));
  Append(argv, {"-sn",
                "-dn",
                "-map_metadata",
                "-1",
                "-map_chapters",
                "-1",
                "-f",
                "hls",
                "-hls_time",
                std::to_string(kSegmentSeconds),
                "-hls_playlist_type",
                "vod",
                "-hls_segment_type",
                "fmp4",
                "-hls_flags",
                "independent_segments",
                "-hls_fmp4_init_filename",
                "init.mp4",
                "-hls_segment_filename",
                "seg-%05d.m4s",
                "index.m3u8"});
  return Check(RunChild({.argv = std::move(argv),
                         .folder = job.folder,
                         .time_limit = job.time_limit,
                         .on_line = ProgressReader(job, info.duration)},
                        stop));
}

// The sizes that the scale filter of VideoArguments comes to.
void MarkVideoEncoded(VideoInfo& info) {
  double factor = std::min({1.0, 1920.0 / info.width, 1080.0 / info.height});
  auto even = [&](int pixels) { return std::max(2, static_cast<int>(std::lround(pixels * factor / 2)) * 2); };
  info.width = even(info.width);
  info.height = even(info.height);
  info.frame_rate = std::min(info.frame_rate, 60.0);
  info.video_codec = "h264";
  info.video_profile = "High";
  info.pixel_format = "yuv420p";
}

void MarkAudioEncoded(VideoInfo& info) {
  info.audio_codec = "aac";
  info.audio_profile = "LC";
}

void RemoveFilesIn(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    fs::remove_all(entry.path(), ignored);
  }
}

std::string VttTime(double seconds) {
  long long ms = std::llround(seconds * 1000);
  char text[40];
  std::snprintf(text, sizeof(text), "%02lld:%02lld:%02lld.%03lld", ms / 3'600'000, ms / 60'000 % 60, ms / 1000 % 60,
                ms % 1000);
  return text;
}

}  // namespace

absl::StatusOr<VideoInfo> EncodeHls(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop) {
  VideoInfo made = info;
  if (info.audio_stream >= 0 && !info.audio_playable()) MarkAudioEncoded(made);
  if (info.video_playable()) {
    absl::Status status = RunHls(job, info, /*copy_video=*/true, info.audio_playable(), stop);
    if (status.ok()) return made;
    if (!IsMediaError(status)) return status;
    // Old containers hold streams that cannot be copied as they are (no timestamps, say): encoding mends them.
    RemoveFilesIn(job.folder);
  }
  RETURN_IF_ERROR(RunHls(job, info, /*copy_video=*/false, /*copy_audio=*/false, stop));
  MarkVideoEncoded(made);
  if (info.audio_stream >= 0) MarkAudioEncoded(made);
  return made;
}

absl::Status EncodePoster(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop) {
  Arguments argv = Begin(job, {"-ss", std::to_string(std::min(info.duration * 0.1, 10.0))});
  Append(argv, {"-map", "0:" + std::to_string(info.video_stream), "-frames:v", "1", "-map_metadata", "-1", "-vf",
                "scale='min(1280,iw)':-2", "-q:v", "4", "-f", "image2", "-update", "1", "poster.jpg"});
  return Check(RunChild({.argv = std::move(argv), .folder = job.folder, .time_limit = absl::Minutes(5)}, stop));
}

absl::Status EncodeThumbnails(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop) {
  if (info.duration <= 0) return MediaError("The video's duration is not known");
  double interval = std::max(2.0, info.duration / kMostTiles);
  int tiles = std::clamp(static_cast<int>(std::ceil(info.duration / interval)), 1, kMostTiles);
  int columns = std::min(tiles, kTileColumns);
  int rows = (tiles + kTileColumns - 1) / kTileColumns;
  char filter[320];
  // Key frames only: that is 20 times cheaper, and near enough for a preview. tpad repeats the last picture, so that
  // the sprite is full where key frames are few.
  std::snprintf(filter, sizeof(filter),
                "fps=1/%.6f:start_time=0,scale=%d:%d:force_original_aspect_ratio=decrease,pad=%d:%d:-1:-1,setsar=1,"
                "tpad=stop=%d:stop_mode=clone,tile=%dx%d",
                interval, kTileWidth, kTileHeight, kTileWidth, kTileHeight, tiles, columns, rows);
  Arguments argv = Begin(job, {"-skip_frame", "nokey"});
  Append(argv, {"-map", "0:" + std::to_string(info.video_stream), "-frames:v", "1", "-map_metadata", "-1", "-vf",
                filter, "-q:v", "6", "-f", "image2", "-update", "1", "thumbnails.jpg"});
  RETURN_IF_ERROR(
      Check(RunChild({.argv = std::move(argv), .folder = job.folder, .time_limit = absl::Minutes(30)}, stop)));

  std::ofstream vtt(job.folder / "thumbnails.vtt");
  vtt << "WEBVTT\n";
  for (int i = 0; i < tiles; ++i) {
    double end = i + 1 == tiles ? info.duration : (i + 1) * interval;
    vtt << '\n'
        << VttTime(i * interval) << " --> " << VttTime(end) << "\nthumbnails.jpg#xywh=" << i % kTileColumns * kTileWidth
        << ',' << i / kTileColumns * kTileHeight << ',' << kTileWidth << ',' << kTileHeight << '\n';
  }
  if (!vtt.flush()) return absl::UnavailableError("cannot write the thumbnails");
  return absl::OkStatus();
}

}  // namespace academy::catalog

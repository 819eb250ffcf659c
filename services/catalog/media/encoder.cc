#include "services/catalog/media/encoder.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "services/catalog/media/child_process.h"
#include "services/catalog/media/child_status.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

constexpr int kSegmentSeconds = 6;
// Limits their text to 96 KiB; Linux allows 128 KiB per argument.
constexpr size_t kMaxSegmentStarts = 8000;
constexpr int kTileColumns = 10;
constexpr int kMaxTiles = kTileColumns * kTileColumns;
constexpr int kTileWidth = 160;
constexpr int kTileHeight = 90;

using Arguments = std::vector<std::string>;

void Append(Arguments& to, const Arguments& more) { to.insert(to.end(), more.begin(), more.end()); }

// The first arguments of every command that reads an uploaded file: one protocol, known containers, no prompts.
Arguments Begin(const EncodeJob& job, const Arguments& input_options = {}) {
  Arguments argv = {"ffmpeg", "-nostdin", "-hide_banner", "-v", "error", "-y"};
  Append(argv, input_options);
  Append(argv, {"-protocol_whitelist", "file", "-format_whitelist", kContainerFormats, "-i", job.source.string()});
  return argv;
}

absl::Status Check(const absl::StatusOr<ChildResult>& result) {
  if (result.ok() && !result->ok()) {
    LogWarning("ffmpeg failed", {{"exit", result->exit_code}, {"signal", result->signal}, {"errors", result->errors}});
  }
  if (result.ok() && result->timed_out) return MediaError(kTooSlow);
  return ChildStatus(result, kVideoUnreadable);
}

// Converts `out_time_us=1234567` to per cent.
std::function<void(std::string_view)> ProgressReader(const EncodeJob& job, double duration) {
  return [&job, duration](std::string_view line) {
    constexpr std::string_view kName = "out_time_us=";
    if (!line.starts_with(kName) || duration <= 0 || !job.on_progress) return;
    double seconds = std::strtod(std::string(line.substr(kName.size())).c_str(), nullptr) / 1e6;
    job.on_progress(static_cast<int>(std::clamp(seconds / duration * 100, 0.0, 99.0)));
  };
}

Arguments AudioArguments(bool copy) {
  if (copy) return {"-c:a", "copy"};
  return {"-c:a", "aac", "-b:a", "128k", "-ac", "2", "-ar", "48000"};
}

std::string Stream(int number) { return "0:" + std::to_string(number); }

// The last arguments of an output.
Arguments HlsArguments(const std::string& to) {
  return {"-sn",
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
          to + "/seg-%05d.m4s",
          to + "/index.m3u8"};
}

absl::Status RunHls(const EncodeJob& job, Arguments argv, double duration, const std::stop_token& stop) {
  return Check(RunChild({.argv = std::move(argv),
                         .folder = job.folder,
                         .readable = {job.source},
                         .time_limit = job.time_limit,
                         .niceness = job.niceness,
                         .on_line = ProgressReader(job, duration)},
                        stop));
}

// Scales each size from the next larger one, which is cheaper than from the source and looks the same.
std::string ScalingFilter(int stream, const std::vector<Rendition>& renditions) {
  std::string filter = "[" + Stream(stream) + "]yadif=deint=interlaced";
  for (size_t i = 0; i < renditions.size(); ++i) {
    const Rung& rung = renditions[i].rung;
    std::string number = std::to_string(i);
    if (i > 0) filter += ";[next" + number + "]";
    filter += (i > 0 ? "scale=" : ",scale=") + std::to_string(rung.width) + ':' + std::to_string(rung.height) +
              ",format=yuv420p";
    if (i + 1 < renditions.size()) filter += ",split[v" + number + "][next" + std::to_string(i + 1) + "]";
    if (i + 1 == renditions.size()) filter += "[v" + number + "]";
  }
  return filter;
}

// Segments must begin with a key frame, at the same time in every rendition.
std::string KeyFrames(const std::vector<double>& segment_starts) {
  std::string every = "expr:gte(t,n_forced*" + std::to_string(kSegmentSeconds) + ")";
  // Arguments have a maximum length. The renditions of a video this long are cut at slightly different times.
  if (segment_starts.empty() || segment_starts.size() > kMaxSegmentStarts) return every;
  std::string times = "0";
  for (double cut : segment_starts) {
    char text[32];
    // Slightly earlier, because times are rounded: the first frame at or after this time becomes the key frame.
    std::snprintf(text, sizeof(text), ",%.3f", cut - 0.005);
    times += text;
  }
  return times;
}

Arguments VideoArguments(const Rung& rung, const std::vector<double>& segment_starts) {
  return {"-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-maxrate", std::to_string(rung.bitrate), "-bufsize",
          std::to_string(2 * rung.bitrate), "-profile:v", "high", "-fpsmax", "60",
          // Only the requested key frames, because others could begin a segment too.
          "-g", "3600", "-sc_threshold", "0", "-force_key_frames", KeyFrames(segment_starts)};
}

void MarkVideoEncoded(const Rung& rung, VideoInfo& info) {
  info.width = rung.width;
  info.height = rung.height;
  info.frame_rate = std::min(info.frame_rate, 60.0);
  info.video_codec = "h264";
  info.video_profile = "High";
  info.pixel_format = "yuv420p";
}

void MarkAudioEncoded(VideoInfo& info) {
  info.audio_codec = "aac";
  info.audio_profile = "LC";
}

std::string VttTime(double seconds) {
  long long ms = std::llround(seconds * 1000);
  char text[40];
  std::snprintf(text, sizeof(text), "%02lld:%02lld:%02lld.%03lld", ms / 3'600'000, ms / 60'000 % 60, ms / 1000 % 60,
                ms % 1000);
  return text;
}

}  // namespace

absl::StatusOr<VideoInfo> CopyToHls(const EncodeJob& job, const VideoInfo& info, const std::string& to,
                                    const std::stop_token& stop) {
  VideoInfo made = info;
  Arguments argv = Begin(job, {"-progress", "pipe:1"});
  Append(argv, {"-map", Stream(info.video_stream), "-c:v", "copy"});
  if (info.audio_stream >= 0) {
    Append(argv, {"-map", Stream(info.audio_stream)});
    Append(argv, AudioArguments(info.audio_playable()));
    if (!info.audio_playable()) MarkAudioEncoded(made);
  }
  Append(argv, HlsArguments(to));
  RETURN_IF_ERROR(RunHls(job, std::move(argv), info.duration, stop));
  return made;
}

absl::StatusOr<std::vector<VideoInfo>> EncodeToHls(const EncodeJob& job, const VideoInfo& info,
                                                   const std::vector<Rendition>& renditions,
                                                   const LadderOptions& options, const std::stop_token& stop) {
  bool copy_audio = options.copy_audio && info.audio_playable();
  std::vector<VideoInfo> made;
  Arguments argv = Begin(job, {"-progress", "pipe:1"});
  Append(argv, {"-filter_complex", ScalingFilter(info.video_stream, renditions)});
  for (size_t i = 0; i < renditions.size(); ++i) {
    Append(argv, {"-map", "[v" + std::to_string(i) + "]"});
    Append(argv, VideoArguments(renditions[i].rung, options.segment_starts));
    made.push_back(info);
    MarkVideoEncoded(renditions[i].rung, made.back());
    if (info.audio_stream >= 0) {
      Append(argv, {"-map", Stream(info.audio_stream)});
      Append(argv, AudioArguments(copy_audio));
      if (!copy_audio) MarkAudioEncoded(made.back());
    }
    Append(argv, HlsArguments(renditions[i].to));
  }
  RETURN_IF_ERROR(RunHls(job, std::move(argv), info.duration, stop));
  return made;
}

absl::Status EncodePoster(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop) {
  Arguments argv = Begin(job, {"-ss", std::to_string(std::min(info.duration * 0.1, 10.0))});
  Append(argv, {"-map", "0:" + std::to_string(info.video_stream), "-frames:v", "1", "-map_metadata", "-1", "-vf",
                "scale='min(1280,iw)':-2", "-q:v", "4", "-f", "image2", "-update", "1", "poster.jpg"});
  return Check(RunChild({.argv = std::move(argv),
                         .folder = job.folder,
                         .readable = {job.source},
                         .time_limit = absl::Minutes(5),
                         .niceness = job.niceness},
                        stop));
}

absl::Status EncodeThumbnails(const EncodeJob& job, const VideoInfo& info, const std::stop_token& stop) {
  if (info.duration <= 0) return MediaError(kDurationUnknown);
  double interval = std::max(2.0, info.duration / kMaxTiles);
  int tiles = std::clamp(static_cast<int>(std::ceil(info.duration / interval)), 1, kMaxTiles);
  int columns = std::min(tiles, kTileColumns);
  int rows = (tiles + kTileColumns - 1) / kTileColumns;
  char filter[320];
  // Key frames only, which is 20 times cheaper and close enough for a preview. tpad repeats the last picture, so that
  // the sprite is full even with few key frames.
  std::snprintf(filter, sizeof(filter),
                "fps=1/%.6f:start_time=0,scale=%d:%d:force_original_aspect_ratio=decrease,pad=%d:%d:-1:-1,setsar=1,"
                "tpad=stop=%d:stop_mode=clone,tile=%dx%d",
                interval, kTileWidth, kTileHeight, kTileWidth, kTileHeight, tiles, columns, rows);
  Arguments argv = Begin(job, {"-skip_frame", "nokey"});
  Append(argv, {"-map", "0:" + std::to_string(info.video_stream), "-frames:v", "1", "-map_metadata", "-1", "-vf",
                filter, "-q:v", "6", "-f", "image2", "-update", "1", "thumbnails.jpg"});
  RETURN_IF_ERROR(Check(RunChild(
      {.argv = std::move(argv), .folder = job.folder, .readable = {job.source}, .time_limit = absl::Minutes(30)},
      stop)));

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

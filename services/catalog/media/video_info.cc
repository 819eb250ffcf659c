#include "services/catalog/media/video_info.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

using nlohmann::json;

constexpr int64_t kMaxPixels = 50'000'000;
// Seconds. A file that claims to be longer would be encoded for days.
constexpr double kMaxVideo = 24 * 60 * 60;

std::string Text(const json& object, const char* name) {
  auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// Numbers that no int can have are none: a cast of them would be undefined.
int Number(const json& object, const char* name, int otherwise = 0) {
  auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return otherwise;
  auto number = found->get<double>();
  return std::abs(number) < std::numeric_limits<int>::max() ? static_cast<int>(number) : otherwise;
}

// `30000/1001`.
double Ratio(const std::string& text) {
  char* end = nullptr;
  double numerator = std::strtod(text.c_str(), &end);
  double denominator = *end == '/' ? std::strtod(end + 1, nullptr) : 1;
  double ratio = denominator > 0 ? numerator / denominator : 0;
  return std::isfinite(ratio) && ratio > 0 ? ratio : 0;
}

double Seconds(const std::string& text) {
  double seconds = std::strtod(text.c_str(), nullptr);
  return std::isfinite(seconds) && seconds > 0 ? seconds : 0;
}

// Phones store portrait video in landscape, with a rotation matrix.
bool IsTurned(const json& stream) {
  auto list = stream.find("side_data_list");
  if (list == stream.end() || !list->is_array()) return false;
  for (const json& data : *list) {
    if (data.is_object() && std::abs(Number(data, "rotation")) % 180 == 90) return true;
  }
  return false;
}

bool IsAttachedPicture(const json& stream) {
  auto disposition = stream.find("disposition");
  return disposition != stream.end() && disposition->is_object() && Number(*disposition, "attached_pic") != 0;
}

void ReadVideo(const json& stream, VideoInfo& info) {
  info.video_stream = Number(stream, "index");
  info.video_codec = Text(stream, "codec_name");
  info.video_profile = Text(stream, "profile");
  info.pixel_format = Text(stream, "pix_fmt");
  info.width = Number(stream, "width");
  info.height = Number(stream, "height");
  if (IsTurned(stream)) std::swap(info.width, info.height);
  info.frame_rate = Ratio(Text(stream, "avg_frame_rate"));
  if (info.duration == 0) info.duration = Seconds(Text(stream, "duration"));
}

// Parses ffprobe's output, which has a list of streams.
absl::StatusOr<VideoInfo> ReadVideoInfo(const json& found) {
  VideoInfo info;
  auto format = found.find("format");
  if (format != found.end() && format->is_object()) info.duration = Seconds(Text(*format, "duration"));
  bool has_video = false;
  for (const json& stream : found["streams"]) {
    if (!stream.is_object() || Number(stream, "index") < 0) continue;
    std::string type = Text(stream, "codec_type");
    if (type == "video" && !has_video && !IsAttachedPicture(stream)) {
      has_video = true;
      ReadVideo(stream, info);
    } else if (type == "audio" && info.audio_stream < 0) {
      info.audio_stream = Number(stream, "index");
      info.audio_codec = Text(stream, "codec_name");
      info.audio_profile = Text(stream, "profile");
    }
  }
  if (!has_video) return MediaError(info.audio_stream < 0 ? kNotVideo : kNoVideoTrack);
  if (info.width <= 0 || info.height <= 0 || info.video_codec.empty()) return MediaError(kVideoDamaged);
  if (int64_t{info.width} * info.height > kMaxPixels) return MediaError(kPictureTooLarge);
  if (info.duration > kMaxVideo) return MediaError(kVideoTooLong);
  return info;
}

}  // namespace

bool VideoInfo::video_playable() const {
  return video_codec == "h264" && (pixel_format == "yuv420p" || pixel_format == "yuvj420p") &&
         (video_profile == "Constrained Baseline" || video_profile == "Baseline" || video_profile == "Main" ||
          video_profile == "High");
}

bool VideoInfo::audio_playable() const {
  return audio_stream < 0 || (audio_codec == "aac" && (audio_profile == "LC" || audio_profile == "HE-AAC"));
}

absl::Status MediaError(const MediaFault& fault) {
  return Error(absl::StatusCode::kInvalidArgument, fault.code, fault.message);
}

bool IsMediaError(const absl::Status& status) { return absl::IsInvalidArgument(status); }

absl::StatusOr<VideoInfo> ParseProbe(std::string_view output) {
  json found = json::parse(output, nullptr, /*allow_exceptions=*/false);
  if (!found.is_object() || !found.contains("streams") || !found["streams"].is_array()) return MediaError(kNotVideo);
  return ReadVideoInfo(found);
}

}  // namespace academy::catalog

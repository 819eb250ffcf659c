#include "services/catalog/media/pictures.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "services/catalog/media/child_process.h"
#include "services/catalog/media/child_status.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMaxPixels = 50'000'000;
constexpr absl::Duration kTimeLimit = absl::Seconds(30);
// Unlike for videos, a manager is waiting.
constexpr int kNiceness = 5;
constexpr int64_t kMemoryLimit = int64_t{2} << 30;

absl::Status ImageInvalid() {
  return Error(absl::StatusCode::kInvalidArgument, "image_invalid", "The image must be a JPEG, PNG, WebP or AVIF file");
}

absl::Status ImageTooLarge() {
  return Error(absl::StatusCode::kOutOfRange, "image_too_large",
               "The image is too large: 5 MiB and 50 million pixels are the limits");
}

// Why the program did not read the image. A full disk is no fault of the image.
absl::Status Refusal(const ChildResult& result) {
  absl::Status status = ChildStatus(result, kNotVideo);
  if (status.ok()) return status;
  if (absl::IsUnavailable(status)) return absl::UnavailableError("the image cannot be processed now");
  LogInfo("image refused", {{"errors", result.errors}});
  return ImageInvalid();
}

// Returns ffmpeg's demuxer for the content, by its first bytes; empty for any other format.
std::string Demuxer(std::string_view content) {
  if (content.starts_with("\xff\xd8\xff")) return "jpeg_pipe";
  if (content.starts_with("\x89PNG\r\n\x1a\n")) return "png_pipe";
  if (content.starts_with("RIFF") && content.substr(8, 4) == "WEBP") return "webp_pipe";
  if (content.substr(4, 4) == "ftyp" && (content.substr(8, 4) == "avif" || content.substr(8, 4) == "mif1"))
    return "mov";
  return "";
}

absl::Status CheckPixels(const fs::path& folder, const std::string& demuxer, const std::stop_token& stop) {
  ASSIGN_OR_RETURN(ChildResult result, RunChild({.argv = {"ffprobe", "-v", "error", "-protocol_whitelist", "file", "-f",
                                                          demuxer, "-select_streams", "v:0", "-show_entries",
                                                          "stream=width,height", "-of", "csv=p=0", "source"},
                                                 .folder = folder,
                                                 .time_limit = kTimeLimit,
                                                 .niceness = kNiceness,
                                                 .memory_limit = kMemoryLimit},
                                                stop));
  char* end = nullptr;
  int64_t width = std::strtol(result.output.c_str(), &end, 10);
  int64_t height = *end == ',' ? std::strtol(end + 1, nullptr, 10) : 0;
  RETURN_IF_ERROR(Refusal(result));
  if (width <= 0 || height <= 0) return ImageInvalid();
  if (width * height > kMaxPixels) return ImageTooLarge();
  return absl::OkStatus();
}

// Transparent parts become white in JPEG.
constexpr char kFilters[] =
    "[0:v:0]scale='min(1280,iw)':-1,format=rgba,split=4[w][s][x][y];"
    "[y]lutrgb=r=255:g=255:b=255:a=255[white];[white][x]overlay=format=rgb,split[j][k];"
    "[s]scale='min(640,iw)':-1[w2];[k]scale='min(640,iw)':-1[j2]";

struct Output {
  const char* stream;
  const char* ending;
  std::vector<std::string> encoder;
};

const std::vector<Output>& Outputs() {
  const std::vector<std::string> webp = {"-c:v", "libwebp", "-quality", "82", "-f", "webp"};
  const std::vector<std::string> jpeg = {"-c:v",     "mjpeg",     "-pix_fmt", "yuvj420p", "-q:v",    "4",
                                         "-flags:v", "+bitexact", "-f",       "image2",   "-update", "1"};
  static const auto* const outputs = new std::vector<Output>{
      {"[w]", ".webp", webp}, {"[w2]", "-640.webp", webp}, {"[j]", ".jpg", jpeg}, {"[j2]", "-640.jpg", jpeg}};
  return *outputs;
}

std::string NameOf(const Output& output) { return std::string("picture") + output.ending; }

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

absl::StatusOr<std::vector<PictureFile>> Convert(std::string_view content, const std::string& demuxer,
                                                 const fs::path& folder, const std::stop_token& stop) {
  {
    std::ofstream source(folder / "source", std::ios::binary);
    source.write(content.data(), static_cast<std::streamsize>(content.size()));
    if (!source.flush()) return absl::UnavailableError("cannot write the image");
  }
  RETURN_IF_ERROR(CheckPixels(folder, demuxer, stop));
  std::vector<std::string> argv = {"ffmpeg", "-nostdin", "-v",    "error", "-y",     "-protocol_whitelist",
                                   "file",   "-f",       demuxer, "-i",    "source", "-filter_complex",
                                   kFilters};
  for (const Output& output : Outputs()) {
    argv.insert(argv.end(), {"-map", output.stream, "-frames:v", "1", "-map_metadata", "-1"});
    argv.insert(argv.end(), output.encoder.begin(), output.encoder.end());
    argv.push_back(NameOf(output));
  }
  ASSIGN_OR_RETURN(ChildResult result, RunChild({.argv = std::move(argv),
                                                 .folder = folder,
                                                 .time_limit = kTimeLimit,
                                                 .niceness = kNiceness,
                                                 .memory_limit = kMemoryLimit},
                                                stop));
  RETURN_IF_ERROR(Refusal(result));
  std::vector<PictureFile> files;
  for (const Output& output : Outputs()) {
    files.push_back({.ending = output.ending, .content = ReadFile(folder / NameOf(output))});
    if (files.back().content.empty()) return ImageInvalid();
  }
  return files;
}

}  // namespace

absl::StatusOr<std::vector<PictureFile>> MakePictures(std::string_view content, const fs::path& folder,
                                                      const std::stop_token& stop) {
  if (content.size() > kMaxPicture) return ImageTooLarge();
  std::string demuxer = content.size() < 16 ? "" : Demuxer(content);
  if (demuxer.empty()) return ImageInvalid();
  absl::StatusOr<std::vector<PictureFile>> files = Convert(content, demuxer, folder, stop);
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) fs::remove(entry.path(), ignored);
  return files;
}

}  // namespace academy::catalog

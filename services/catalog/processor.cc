#include "services/catalog/processor.h"

#include <fstream>

#include "services/catalog/media/encoder.h"
#include "services/catalog/media/hls.h"
#include "services/catalog/media/probe.h"
#include "services/common/ids.h"
#include "services/common/log.h"
#include "services/common/status.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

constexpr size_t kKeyBytes = 16;
// Per cents for the segments; the rest is for pictures and storing.
constexpr int kEncodingShare = 90;

// A part of what the file promised is missing: a download that broke off, say.
bool IsCutOff(const VideoInfo& info, double got) { return info.duration > 2 && got < info.duration * 0.9 - 1; }

class FolderOfJob {
 public:
  explicit FolderOfJob(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    fs::remove_all(path_, error);
    made_ = fs::create_directories(path_ / "out" / "v0", error);
  }
  ~FolderOfJob() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  FolderOfJob(const FolderOfJob&) = delete;
  FolderOfJob& operator=(const FolderOfJob&) = delete;

  bool made() const { return made_; }
  const fs::path& path() const { return path_; }

 private:
  const fs::path path_;
  bool made_ = false;
};

}  // namespace

absl::StatusOr<ProcessedMedia> Processor::Process(const std::string& asset_id, const fs::path& source,
                                                  const std::function<void(int percent)>& on_progress,
                                                  const std::stop_token& stop) {
  FolderOfJob job(jobs_ / asset_id);
  if (!job.made()) return absl::UnavailableError("cannot make the job's folder");
  std::error_code error;
  // ffmpeg sees one file, in its own folder, under a name that says nothing.
  fs::create_hard_link(source, job.path() / "source", error);
  if (error) return absl::UnavailableError("cannot link the uploaded file: " + error.message());
  if (fs::file_size(job.path() / "source", error) == 0) return MediaError("The file is empty");
  ASSIGN_OR_RETURN(ProcessedMedia media, Make(job.path(), on_progress, stop));
  RETURN_IF_ERROR(Store(asset_id, job.path() / "out"));
  return media;
}

absl::StatusOr<ProcessedMedia> Processor::Make(const fs::path& folder,
                                               const std::function<void(int percent)>& on_progress,
                                               const std::stop_token& stop) {
  ASSIGN_OR_RETURN(VideoInfo info, ProbeVideo(folder, "source", stop));
  EncodeJob encode{.source = folder / "source", .folder = folder / "out" / "v0", .on_progress = [&](int percent) {
                     on_progress(percent * kEncodingShare / 100);
                   }};
  ASSIGN_OR_RETURN(VideoInfo made, EncodeHls(encode, info, stop));

  ProcessedMedia media{.width = made.width, .height = made.height, .key = RandomBytes(kKeyBytes)};
  ASSIGN_OR_RETURN(SealedRendition rendition, SealRendition(encode.folder, media.key, made));
  if (IsCutOff(info, rendition.duration)) return MediaError("The video file is damaged or incomplete");
  media.duration = rendition.duration;
  media.renditions.push_back({.height = made.height, .bitrate = rendition.peak_bitrate});
  media.hls = "master.m3u8";
  std::ofstream master(folder / "out" / media.hls);
  master << MasterPlaylist(rendition, made.width, made.height, made.frame_rate);
  if (!master.flush()) return absl::UnavailableError("cannot write the playlist");

  // A video without pictures is still a video.
  on_progress(kEncodingShare + 2);
  info.duration = rendition.duration;
  EncodeJob pictures{.source = encode.source, .folder = folder / "out", .on_progress = {}};
  absl::Status poster = EncodePoster(pictures, info, stop);
  if (absl::IsCancelled(poster)) return poster;
  if (poster.ok() && fs::exists(pictures.folder / "poster.jpg")) media.poster = "poster.jpg";
  on_progress(kEncodingShare + 5);
  absl::Status thumbnails = EncodeThumbnails(pictures, info, stop);
  if (absl::IsCancelled(thumbnails)) return thumbnails;
  if (thumbnails.ok() && fs::exists(pictures.folder / "thumbnails.jpg")) media.thumbnails = "thumbnails.vtt";
  return media;
}

absl::Status Processor::Store(const std::string& asset_id, const fs::path& folder) {
  std::string base = MediaFolder(asset_id) + "/";
  // An earlier attempt's segments are sealed with another key.
  RETURN_IF_ERROR(blobs_.RemoveAll(base + "v0"));
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    RETURN_IF_ERROR(blobs_.PutFile(base + entry.path().lexically_relative(folder).string(), entry.path()));
  }
  return absl::OkStatus();
}

void Processor::RemoveOldJobs() {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(jobs_, ignored)) {
    fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace academy::catalog

#include "services/catalog/processing/processor.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include "services/catalog/media/hls.h"
#include "services/catalog/media/ladder.h"
#include "services/catalog/media/probe.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

constexpr size_t kKeyBytes = 16;
// Share of the progress, in per cent, for the segments; the rest is for encryption, the poster and storing.
constexpr int kEncodingShare = 95;
// Yields to playback, but not to the encoders, because a manager is waiting.
constexpr int kCopyNiceness = 10;
constexpr char kMasterPlaylist[] = "master.m3u8";
constexpr size_t kMaxPlaylist = 16 << 20;
constexpr int kMaxRenditions = 5;
// Seconds. A copy with longer segments would start slowly in players, so the video is encoded instead.
constexpr double kMaxSegment = 30;

// Whether the file is shorter than its header says, as after an interrupted download.
bool IsTruncated(const VideoInfo& info, double got) { return info.duration > 2 && got < info.duration * 0.9 - 1; }

// A path in the attempt's folder, relative to the asset's folder.
std::string PathOf(const Processor::Task& task, const std::string& name) {
  return task.attempt.empty() ? name : task.attempt + "/" + name;
}

std::string KeyUriOf(const Processor::Task& task) { return task.attempt.empty() ? kKeyUri : kAttemptKeyUri; }

// The folder of `path` in the asset's folder, with a slash, if it has one.
std::string FolderOf(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

// `folder`, of FolderOf, seen from the attempt's folder.
std::string FromAttempt(const Processor::Task& task, const std::string& folder) {
  std::string own = FolderOf(PathOf(task, ""));
  if (own == folder) return "";
  return (own.empty() ? "" : "../") + folder;
}

std::string RenditionFolder(size_t number) { return "v" + std::to_string(number); }

absl::Status StorageError(const std::error_code& error, const std::string& what) {
  bool full = error == std::errc::no_space_on_device || error.value() == EDQUOT;
  return Error(absl::StatusCode::kUnavailable, full ? "disk_full" : "storage_error",
               "cannot " + what + ": " + error.message());
}

// The task's files: `source`, and `out`, the only folder that ffmpeg may write to.
class TaskFolder {
 public:
  explicit TaskFolder(fs::path path) : path_(std::move(path)) {}
  ~TaskFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TaskFolder(const TaskFolder&) = delete;
  TaskFolder& operator=(const TaskFolder&) = delete;

  absl::Status Make(const Processor::Task& task, const std::stop_token& stop) {
    std::error_code error;
    fs::remove_all(path_, error);
    if (!fs::create_directories(out(), error)) return StorageError(error, "make the job's folder");
    // ffmpeg sees a single file, under a name that we chose.
    RETURN_IF_ERROR(task.place_source(source(), stop));
    if (fs::file_size(source(), error) == 0) return MediaError(kFileEmpty);
    return absl::OkStatus();
  }

  absl::Status AddRendition(size_t number) const {
    std::error_code error;
    fs::create_directory(out() / RenditionFolder(number), error);
    return error ? StorageError(error, "make a rendition's folder") : absl::OkStatus();
  }

  fs::path source() const { return path_ / "source"; }
  fs::path out() const { return path_ / "out"; }

 private:
  const fs::path path_;
};

absl::Status WriteFile(const fs::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  return file.flush() ? absl::OkStatus() : absl::UnavailableError("cannot write " + path.filename().string());
}

EncodeJob JobOf(const TaskFolder& folder, const std::function<void(int percent)>& on_progress) {
  return {.source = folder.source(), .folder = folder.out(), .on_progress = [on_progress](int percent) {
            if (on_progress) on_progress(percent * kEncodingShare / 100);
          }};
}

}  // namespace

absl::StatusOr<std::optional<ProcessedMedia>> Processor::Copy(const Task& task, const std::stop_token& stop) {
  TaskFolder folder(jobs_ / task.asset_id);
  RETURN_IF_ERROR(folder.Make(task, stop));
  ASSIGN_OR_RETURN(VideoInfo info, ProbeVideo(folder.source(), folder.out(), stop));
  if (!info.video_playable()) return std::nullopt;
  RETURN_IF_ERROR(folder.AddRendition(0));
  EncodeJob job = JobOf(folder, task.on_progress);
  job.niceness = kCopyNiceness;
  absl::StatusOr<VideoInfo> copied = CopyToHls(job, info, RenditionFolder(0), stop);
  // Some streams of old containers, such as those without timestamps, can be encoded but not copied.
  if (IsMediaError(copied.status())) return std::nullopt;
  RETURN_IF_ERROR(copied.status());
  absl::StatusOr<ProcessedMedia> media = Finish(task, job, info, {*copied}, kMaxSegment, stop);
  if (absl::IsFailedPrecondition(media.status())) return std::nullopt;
  RETURN_IF_ERROR(media.status());
  RETURN_IF_ERROR(RemoveRenditions(task, 0));
  RETURN_IF_ERROR(Store(task, folder.out()));
  return *std::move(media);
}

absl::StatusOr<ProcessedMedia> Processor::Encode(const Task& task, const std::stop_token& stop) {
  TaskFolder folder(jobs_ / task.asset_id);
  RETURN_IF_ERROR(folder.Make(task, stop));
  ASSIGN_OR_RETURN(VideoInfo info, ProbeVideo(folder.source(), folder.out(), stop));
  std::vector<Rendition> renditions;
  for (const Rung& rung : LadderOf(info.width, info.height)) {
    RETURN_IF_ERROR(folder.AddRendition(renditions.size()));
    renditions.push_back({.to = RenditionFolder(renditions.size()), .rung = rung});
  }
  EncodeJob job = JobOf(folder, task.on_progress);
  ASSIGN_OR_RETURN(std::vector<VideoInfo> made, EncodeToHls(job, info, renditions, {}, stop));
  ASSIGN_OR_RETURN(ProcessedMedia media, Finish(task, job, info, made, std::numeric_limits<double>::infinity(), stop));
  RETURN_IF_ERROR(RemoveRenditions(task, 0));
  RETURN_IF_ERROR(Store(task, folder.out()));
  return media;
}

absl::StatusOr<ProcessedMedia> Processor::Finish(const Task& task, const EncodeJob& job, const VideoInfo& source,
                                                 const std::vector<VideoInfo>& renditions, double longest_segment,
                                                 const std::stop_token& stop) {
  ProcessedMedia media{.width = renditions.front().width,
                       .height = renditions.front().height,
                       .hls = PathOf(task, kMasterPlaylist),
                       .poster = {},
                       .thumbnails = {},
                       .key = RandomBytes(kKeyBytes),
                       .renditions = {}};
  std::string master = EmptyMasterPlaylist();
  for (size_t i = 0; i < renditions.size(); ++i) {
    std::string name = RenditionFolder(i);
    ASSIGN_OR_RETURN(EncryptedRendition encrypted,
                     EncryptRendition(job.folder / name, media.key, KeyUriOf(task), renditions[i]));
    if (IsTruncated(source, encrypted.duration)) return MediaError(kVideoDamaged);
    if (encrypted.longest_segment > longest_segment) return absl::FailedPreconditionError("key frames are too rare");
    AppendToMasterPlaylist(name, encrypted, renditions[i], master);
    media.renditions.push_back({.height = renditions[i].height, .bitrate = encrypted.peak_bitrate});
    if (i == 0) media.duration = encrypted.duration;
  }
  RETURN_IF_ERROR(WriteFile(job.folder / kMasterPlaylist, master));
  // A video is playable without its poster, but an outage is no reason to do without.
  VideoInfo info = source;
  info.duration = media.duration;
  absl::Status poster = EncodePoster(job, info, stop);
  if (!poster.ok() && !IsMediaError(poster) && !absl::IsAborted(poster)) return poster;
  if (poster.ok() && fs::exists(job.folder / "poster.jpg")) media.poster = PathOf(task, "poster.jpg");
  return media;
}

absl::StatusOr<std::string> Processor::MakeThumbnails(const Task& task, const ProcessedMedia& made,
                                                      const std::stop_token& stop) {
  TaskFolder folder(jobs_ / task.asset_id);
  RETURN_IF_ERROR(folder.Make(task, stop));
  ASSIGN_OR_RETURN(VideoInfo info, ProbeVideo(folder.source(), folder.out(), stop));
  info.duration = made.duration;
  RETURN_IF_ERROR(EncodeThumbnails(JobOf(folder, task.on_progress), info, stop));
  if (!fs::exists(folder.out() / "thumbnails.jpg")) return std::string();
  RETURN_IF_ERROR(Store(task, folder.out()));
  return PathOf(task, "thumbnails.vtt");
}

bool Processor::NeedsLadder(const ProcessedMedia& made) {
  return made.renditions.size() == 1 && !LadderBelow(made.width, made.height).empty();
}

absl::StatusOr<Processor::Ladder> Processor::AddLadder(const Task& task, const ProcessedMedia& made,
                                                       const std::stop_token& stop) {
  TaskFolder folder(jobs_ / task.asset_id);
  RETURN_IF_ERROR(folder.Make(task, stop));
  ASSIGN_OR_RETURN(VideoInfo info, ProbeVideo(folder.source(), folder.out(), stop));
  std::string base = MediaFolder(task.asset_id) + "/";
  std::string published = FolderOf(made.hls);
  ASSIGN_OR_RETURN(std::string first,
                   ReadBlob(blobs_, base + published + RenditionFolder(0) + "/index.m3u8", kMaxPlaylist));
  ASSIGN_OR_RETURN(std::string master, ReadBlob(blobs_, base + made.hls, kMaxPlaylist));
  master = KeepFirstRendition(master, FromAttempt(task, published));

  std::vector<Rendition> renditions;
  for (Rung rung : LadderBelow(made.width, made.height)) {
    size_t number = renditions.size() + 1;
    RETURN_IF_ERROR(folder.AddRendition(number));
    // A smaller size must need less bandwidth than the source.
    rung.bitrate = std::min(rung.bitrate, std::max<int64_t>(made.renditions.front().bitrate * 3 / 4, 150'000));
    renditions.push_back({.to = RenditionFolder(number), .rung = rung});
  }
  ASSIGN_OR_RETURN(std::vector<VideoInfo> infos,
                   EncodeToHls(JobOf(folder, task.on_progress), info, renditions,
                               {.segment_starts = SegmentStartsOf(first), .copy_audio = true}, stop));
  Ladder added{.renditions = {}, .hls = PathOf(task, kMasterPlaylist)};
  std::string with_ladder = master;
  for (size_t i = 0; i < renditions.size(); ++i) {
    ASSIGN_OR_RETURN(EncryptedRendition encrypted,
                     EncryptRendition(folder.out() / renditions[i].to, made.key, KeyUriOf(task), infos[i]));
    if (IsTruncated(info, encrypted.duration)) return MediaError(kVideoDamaged);
    AppendToMasterPlaylist(renditions[i].to, encrypted, infos[i], with_ladder);
    added.renditions.push_back({.height = infos[i].height, .bitrate = encrypted.peak_bitrate});
  }
  RETURN_IF_ERROR(StoreLadder(task, folder.out(), master, with_ladder));
  return added;
}

absl::Status Processor::StoreLadder(const Task& task, const fs::path& folder, const std::string& without,
                                    const std::string& with_ladder) {
  std::string key = MediaFolder(task.asset_id) + "/" + PathOf(task, kMasterPlaylist);
  if (task.attempt.empty()) {
    // An earlier attempt may have stored its playlist, which must not refer to files being replaced.
    RETURN_IF_ERROR(blobs_.Put(key, without));
    RETURN_IF_ERROR(RemoveRenditions(task, 1));
  }
  RETURN_IF_ERROR(Store(task, folder));
  return blobs_.Put(key, with_ladder);
}

absl::Status Processor::RemoveRenditions(const Task& task, int from) {
  if (!task.attempt.empty()) return absl::OkStatus();
  // An earlier attempt used another key and may have created more renditions.
  for (int i = from; i < kMaxRenditions; ++i) {
    RETURN_IF_ERROR(blobs_.RemoveAll(MediaFolder(task.asset_id) + "/" + RenditionFolder(static_cast<size_t>(i))));
  }
  return absl::OkStatus();
}

absl::Status Processor::Store(const Task& task, const fs::path& folder) {
  std::string base = MediaFolder(task.asset_id) + "/" + PathOf(task, "");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    RETURN_IF_ERROR(blobs_.PutFile(base + entry.path().lexically_relative(folder).string(), entry.path()));
    // A slow store is no sign of a dead worker.
    if (task.on_progress) task.on_progress(kEncodingShare);
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

// What the catalog's stores keep and hand out. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::catalog {

// An asset's status, by the names of the REST contract.
inline constexpr char kUploading[] = "uploading";
inline constexpr char kQueued[] = "queued";
inline constexpr char kProcessing[] = "processing";
inline constexpr char kReady[] = "ready";
inline constexpr char kFailed[] = "failed";

// A part's video as its course shows it.
struct VideoRecord {
  std::string asset_id;
  std::string status;
  int progress = 0;
  std::optional<std::string> error;
  // Seconds.
  double duration = 0;
};

struct PartRecord {
  std::string id;
  std::string title;
  std::string description;
  std::optional<VideoRecord> video;
};

struct CourseRecord {
  std::string id;
  std::string title;
  std::string description;
  // A blob's key.
  std::optional<std::string> image;
  std::vector<PartRecord> parts;
  UnixMillis created_at = 0;
  UnixMillis updated_at = 0;
};

// A part as a manager sends it: without `id` it is new.
struct PartDraft {
  std::string id;
  std::string title;
  std::string description;
  // Empty for none.
  std::string asset_id;
};

struct RenditionRecord {
  int height = 0;
  int64_t bitrate = 0;
};

struct CaptionRecord {
  std::string lang;
  std::string label;
  // Relative to the asset's folder.
  std::string path;
  // One of an asset's is what players show unless told otherwise.
  bool is_default = false;
};

struct AssetRecord {
  std::string id;
  std::string filename;
  std::string status;
  int progress = 0;
  std::optional<std::string> error;
  double duration = 0;
  int width = 0;
  int height = 0;
  int64_t size = 0;
  // Playback files relative to the asset's folder; empty where there is none.
  std::string hls;
  std::string poster;
  std::string thumbnails;
  std::vector<RenditionRecord> renditions;
  std::vector<CaptionRecord> captions;
};

// A video that cannot be watched yet, or never will be, and the part that has it.
struct UploadInWork {
  std::string asset_id;
  std::string filename;
  std::string status;
  int progress = 0;
  std::optional<std::string> error;
  int64_t size = 0;
  // Empty while no part has it.
  std::string part_id;
  std::string part_title;
  std::string course_id;
  std::string course_title;
};

// What is done to an upload, in this order; see docs/architecture.md. Numbers are kept in the database.
enum class Stage {
  // Looks into it, and copies what browsers play as it is.
  kPrepare = 0,
  // Encodes the rest, in every size.
  kEncode = 1,
  // Makes thumbnails, of an asset that can be watched already, as with what follows.
  kPictures = 2,
  // Adds smaller sizes to what was copied.
  kLadder = 3,
};

// Who works on it: what takes seconds never waits behind what takes hours.
enum class JobQueue { kQuick, kSlow };

constexpr JobQueue LaneOf(Stage stage) {
  return stage == Stage::kPrepare || stage == Stage::kPictures ? JobQueue::kQuick : JobQueue::kSlow;
}

struct JobRecord {
  std::string asset_id;
  Stage stage = Stage::kPrepare;
  // How often this stage was begun, this time included.
  int attempts = 0;
};

// What processing made of an upload.
struct ProcessedMedia {
  double duration = 0;
  int width = 0;
  int height = 0;
  std::string hls;
  std::string poster;
  std::string thumbnails;
  // 16 bytes.
  std::string key;
  std::vector<RenditionRecord> renditions;
};

struct UploadRecord {
  std::string id;
  // Absent while deferred.
  std::optional<int64_t> length;
  std::string metadata;
  UnixMillis expires_at = 0;
  bool complete = false;
  // Where a checksummed append began that has not ended: bytes from there on do not count yet.
  std::optional<int64_t> checked_from;
};

// The blobs of a picture whose key, `images/<uuid>.webp`, a course keeps: 1280 pixels wide and 640 pixels, each as WebP
// and as JPEG for those who cannot read that.
inline std::vector<std::string> PictureKeys(const std::string& key) {
  std::string stem = key.substr(0, key.rfind('.'));
  return {key, stem + "-640.webp", stem + ".jpg", stem + "-640.jpg"};
}

// The folder of an asset among the blobs.
inline std::string MediaFolder(std::string_view asset_id) { return "media/" + std::string(asset_id); }

}  // namespace academy::catalog

// A media asset as read from the database. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace academy::catalog {

// An asset's status, by the names of the REST contract.
inline constexpr char kUploading[] = "uploading";
inline constexpr char kQueued[] = "queued";
inline constexpr char kProcessing[] = "processing";
inline constexpr char kReady[] = "ready";
inline constexpr char kFailed[] = "failed";

struct RenditionRecord {
  int height = 0;
  // Peak, in bits per second.
  int64_t bitrate = 0;
};

struct CaptionRecord {
  // BCP 47.
  std::string lang;
  std::string label;
  // Relative to the asset's folder.
  std::string path;
  // Whether players show these by default; true for one of an asset's captions.
  bool is_default = false;
};

struct AssetRecord {
  std::string id;
  std::string filename;
  std::string status;
  // Progress of the current status, in per cent.
  int progress = 0;
  // Why processing failed, for managers.
  std::optional<std::string> error;
  // Code of why it waits or why something failed, also after it was ready.
  std::optional<std::string> reason;
  // The name of the stage that failed and can be tried again.
  std::optional<std::string> failed_stage;
  // Seconds.
  double duration = 0;
  int width = 0;
  int height = 0;
  // Bytes of the upload.
  int64_t size = 0;
  // Playback files relative to the asset's folder; empty if there is none.
  std::string hls;
  std::string poster;
  std::string thumbnails;
  // Smallest first.
  std::vector<RenditionRecord> renditions;
  // Ordered by language.
  std::vector<CaptionRecord> captions;
};

// An asset that is not ready or of which something failed, and a part that uses it.
struct UploadInWork {
  std::string asset_id;
  std::string filename;
  std::string status;
  int progress = 0;
  std::optional<std::string> error;
  // As in AssetRecord.
  std::optional<std::string> reason;
  std::optional<std::string> failed_stage;
  int64_t size = 0;
  // Empty if no part uses it.
  std::string part_id;
  std::string part_title;
  std::string course_id;
  std::string course_title;
};

// Returns the key of the asset's blob folder.
inline std::string MediaFolder(std::string_view asset_id) { return "media/" + std::string(asset_id); }

// Returns the key of the folder of what one claim of the asset's job stores, where each has its own.
inline std::string AttemptFolder(std::string_view asset_id, int claim) {
  return MediaFolder(asset_id) + "/" + std::to_string(claim);
}

}  // namespace academy::catalog

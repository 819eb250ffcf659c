// A course as read from the database. Plain values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::catalog {

// A part's video as shown in its course.
struct VideoRecord {
  std::string asset_id;
  // As in AssetRecord.
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
  // A blob's key; see pictures/picture_blobs.h.
  std::optional<std::string> image;
  // In the order of the course.
  std::vector<PartRecord> parts;
  UnixMillis created_at = 0;
  UnixMillis updated_at = 0;
};

}  // namespace academy::catalog

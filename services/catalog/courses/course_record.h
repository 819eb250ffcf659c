// A course as read from the database. Plain values.
#pragma once

#include <cstdint>
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
  // Counts the changes of its title, its description, and which video it has.
  int64_t revision = 1;
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
  // Counts the changes of the course and its parts.
  int64_t revision = 1;
};

}  // namespace academy::catalog

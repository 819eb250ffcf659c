// The results of processing an upload. Plain values.
#pragma once

#include <string>
#include <vector>

#include "services/catalog/assets/asset_record.h"

namespace academy::catalog {

struct ProcessedMedia {
  // Seconds.
  double duration = 0;
  int width = 0;
  int height = 0;
  // Relative to the asset's folder; empty if there is none.
  std::string hls;
  std::string poster;
  std::string thumbnails;
  // AES-128, 16 bytes.
  std::string key;
  // Best first.
  std::vector<RenditionRecord> renditions;
};

}  // namespace academy::catalog

// The pictures that were uploaded for the public site, and since when nothing names them.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::catalog {

struct SitePicture {
  // `images/<uuid>.webp`.
  std::string image;
  // Nullopt while the site or its draft names it.
  std::optional<UnixMillis> unused_since;

  auto Columns() { return std::tie(image, unused_since); }
};

// Adds one that nothing names yet.
void InsertSitePicture(soci::session& sql, const std::string& image, UnixMillis now);
std::vector<SitePicture> ListSitePictures(soci::session& sql);
void StoreUse(soci::session& sql, const SitePicture& picture);
void DeleteSitePicture(soci::session& sql, const std::string& image);

}  // namespace academy::catalog

// The results of processing in the database.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does. NOT_FOUND asset_not_found if
// the asset was deleted.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/catalog/processing/processed_media.h"

namespace academy::catalog {

// Returns the results so far. DATA_LOSS if the stored key is unreadable.
absl::StatusOr<ProcessedMedia> FindMedia(soci::session& sql, const std::string& asset_id);
// Replaces the earlier results.
absl::Status StoreMedia(soci::session& sql, const std::string& asset_id, const ProcessedMedia& media);
absl::Status SetThumbnails(soci::session& sql, const std::string& asset_id, const std::string& thumbnails);
// Sets the asset's `hls`.
absl::Status SetPlaylist(soci::session& sql, const std::string& asset_id, const std::string& hls);
absl::Status AddRenditions(soci::session& sql, const std::string& asset_id,
                           const std::vector<RenditionRecord>& renditions);

}  // namespace academy::catalog

// Captions of assets in the database.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "services/catalog/assets/asset_record.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

// Returns the captions of one asset, ordered by language.
std::vector<CaptionRecord> ListCaptions(soci::session& sql, const std::string& asset_id);

// Stores captions of `asset`, whose blob was reserved. Replaces those in the same language and schedules the removal of
// their blob. The first captions of an asset are the default until others are stored as the default.
void PutCaptions(soci::session& sql, const AssetRecord& asset, const CaptionRecord& captions, UnixMillis now);
// Deletes the captions of `asset` in a language, with their blob. If they were the default, the first remaining
// language becomes the default. NOT_FOUND captions_not_found.
absl::Status DeleteCaptions(soci::session& sql, const AssetRecord& asset, const std::string& lang, UnixMillis now);

}  // namespace academy::catalog

// Media assets in the database. An asset has the id of its upload.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does. None appends events: callers
// that change what courses show of an asset call AppendAssetChanged in the same transaction.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/catalog/assets/asset_record.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

// Inserts an `uploading` asset that no part uses.
void InsertAsset(soci::session& sql, const std::string& id, const std::string& filename, int64_t size, UnixMillis now);
// Deletes the asset with its upload, job, renditions and captions, and clears it from parts. Schedules the removal of
// its blobs; the caller must remove its uploaded file.
void DeleteAsset(soci::session& sql, const std::string& id, UnixMillis now);

// Whether only courses in the bin use the asset: managers then do not see it, and nobody watches it.
bool IsInBin(soci::session& sql, const std::string& id);
bool AssetExists(soci::session& sql, const std::string& id);
// Returns the asset with its renditions and captions; nullopt if there is none.
std::optional<AssetRecord> FindAsset(soci::session& sql, const std::string& id);
// Returns the ready assets among `ids`, in the order of `ids`, with captions but without renditions.
std::vector<AssetRecord> FindReadyAssets(soci::session& sql, const std::vector<std::string>& ids);
// Returns the AES-128 key, 16 bytes. NOT_FOUND asset_not_found, also if the asset is not ready; DATA_LOSS if the stored
// key is unreadable.
absl::StatusOr<std::string> FindAssetKey(soci::session& sql, const std::string& id);
// Returns the assets that are not ready or of which something failed, once for each part that uses them, newest first.
std::vector<UploadInWork> ListUploadsInWork(soci::session& sql, int limit);

// These three return NOT_FOUND asset_not_found.
absl::Status SetAssetStatus(soci::session& sql, const std::string& id, const std::string& status, int progress,
                            const std::optional<std::string>& error = std::nullopt);
// Sets the progress to 0, and the status unless the asset is ready: a playable asset stays ready.
absl::Status SetAssetStatusUnlessReady(soci::session& sql, const std::string& id, const std::string& status);
absl::Status SetAssetProgress(soci::session& sql, const std::string& id, int progress);

// Stores whether a part uses the asset and, if none does, since when.
void UpdateAssetUse(soci::session& sql, const std::string& id, UnixMillis now);
// Returns at most 100 assets that no part has used since `before`. Excludes unfinished uploads, which expire by
// themselves, and assets with a job whose uploaded file is kept.
std::vector<std::string> ListUnusedAssets(soci::session& sql, UnixMillis before);

}  // namespace academy::catalog

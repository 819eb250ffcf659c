#include "services/catalog/assets/playback/playback_service.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "services/catalog/assets/asset_store.h"
#include "services/catalog/errors.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr int kMaxIds = 10'000;
// As long as a manager's session.
constexpr absl::Duration kPreviewLifetime = absl::Hours(8);

// All URLs share a prefix, so that relative URLs in playlists include the token too.
v1::Preview ToPreview(const AssetRecord& asset, const std::string& token) {
  std::string base = "/media/" + token + "/";
  v1::Preview preview;
  preview.set_hls(base + asset.hls);
  if (!asset.poster.empty()) preview.set_poster(base + asset.poster);
  if (!asset.thumbnails.empty()) preview.set_thumbnails(base + asset.thumbnails);
  for (const CaptionRecord& captions : asset.captions) {
    v1::PreviewCaptions& track = *preview.add_captions();
    track.set_lang(captions.lang);
    track.set_label(captions.label);
    track.set_url(base + captions.path);
    track.set_is_default(captions.is_default);
  }
  preview.set_duration(asset.duration);
  return preview;
}

v1::BatchGetPlaybackResponse::Playback ToPlayback(const AssetRecord& record) {
  v1::BatchGetPlaybackResponse::Playback playback;
  playback.set_asset_id(record.id);
  playback.set_duration(record.duration);
  playback.set_hls(record.hls);
  playback.set_poster(record.poster);
  playback.set_thumbnails(record.thumbnails);
  for (const CaptionRecord& captions : record.captions) {
    auto& track = *playback.add_captions();
    track.set_lang(captions.lang);
    track.set_label(captions.label);
    track.set_path(captions.path);
    track.set_is_default(captions.is_default);
  }
  return playback;
}

}  // namespace

absl::StatusOr<v1::GetPreviewResponse> PlaybackService::GetPreview(const Caller& caller,
                                                                   const v1::GetPreviewRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  using Found = absl::StatusOr<AssetRecord>;
  ASSIGN_OR_RETURN(AssetRecord asset, deps_.database.Read([&](soci::session& sql) -> Found {
    std::optional<AssetRecord> found = FindAsset(sql, request.asset_id());
    if (!found.has_value() || IsInBin(sql, found->id)) return error::AssetNotFound(request.asset_id());
    if (found->status != kReady) return error::AssetNotReady();
    return *std::move(found);
  }));
  MediaGrant grant{.session_id = caller.session_id,
                   .learner_id = caller.id,
                   .assignment_id = std::string(kPreviewAssignment),
                   .asset_id = request.asset_id(),
                   .expires_at = deps_.clock.Now() + absl::ToInt64Milliseconds(kPreviewLifetime)};
  v1::GetPreviewResponse response;
  response.set_message("OK");
  *response.mutable_result() = ToPreview(asset, tokens_.Mint(grant));
  return response;
}

absl::StatusOr<v1::BatchGetPlaybackResponse> PlaybackService::BatchGetPlayback(
    const Caller& caller, const v1::BatchGetPlaybackRequest& request) {
  if (request.asset_ids_size() > kMaxIds) {
    return ValidationError({{"assetIds", "too_many", "At most " + std::to_string(kMaxIds) + " ids a call"}});
  }
  using Assets = absl::StatusOr<std::vector<AssetRecord>>;
  ASSIGN_OR_RETURN(std::vector<AssetRecord> assets, deps_.database.Read([&](soci::session& sql) -> Assets {
    return FindReadyAssets(sql, {request.asset_ids().begin(), request.asset_ids().end()});
  }));
  v1::BatchGetPlaybackResponse response;
  for (const AssetRecord& asset : assets) *response.add_playback() = ToPlayback(asset);
  return response;
}

absl::StatusOr<v1::GetMediaKeyResponse> PlaybackService::GetMediaKey(const Caller& caller,
                                                                     const v1::GetMediaKeyRequest& request) {
  v1::GetMediaKeyResponse response;
  ASSIGN_OR_RETURN(*response.mutable_key(),
                   deps_.database.Read([&](soci::session& sql) { return FindAssetKey(sql, request.asset_id()); }));
  return response;
}

}  // namespace academy::catalog

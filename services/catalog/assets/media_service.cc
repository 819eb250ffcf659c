#include "services/catalog/assets/media_service.h"

#include <string>
#include <vector>

#include "services/catalog/courses/converters.h"
#include "services/catalog/courses/validation.h"
#include "services/catalog/errors.h"
#include "services/catalog/media/captions.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"

namespace academy::catalog {
namespace {

constexpr int kMaxIds = 10'000;
constexpr int kMaxUploads = 100;
constexpr char kUpdated[] = "Updated Successfully";
// As long as a manager's session.
constexpr UnixMillis kPreviewLife = 8LL * 60 * 60 * 1000;

// Every address begins alike, so that relative ones inside the playlists carry the token too.
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

}  // namespace

absl::StatusOr<v1::GetAssetResponse> MediaService::GetAsset(const Caller& caller, const v1::GetAssetRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(AssetRecord asset, assets_.Get(request.asset_id()));
  v1::GetAssetResponse response;
  response.set_message("OK");
  *response.mutable_result() = ToProto(asset);
  return response;
}

absl::StatusOr<v1::ListUploadsResponse> MediaService::ListUploads(const Caller& caller,
                                                                  const v1::ListUploadsRequest& /*request*/) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(std::vector<UploadInWork> uploads, assets_.InWork(kMaxUploads));
  v1::ListUploadsResponse response;
  response.set_message("OK");
  for (const UploadInWork& upload : uploads) *response.add_result() = ToProto(upload);
  return response;
}

absl::StatusOr<v1::UploadCaptionsResponse> MediaService::UploadCaptions(const Caller& caller,
                                                                        const v1::UploadCaptionsRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(ValidateCaptions(request));
  RETURN_IF_ERROR(assets_.Get(request.asset_id()).status());
  ASSIGN_OR_RETURN(std::string vtt, ToWebVtt(request.file()));
  // A name of its own for each file, so that a replaced one is never shown out of a cache.
  CaptionRecord captions{.lang = request.lang(),
                         .label = request.label().empty() ? request.lang() : request.label(),
                         .path = "captions/" + request.lang() + "-" + Hex(RandomBytes(4)) + ".vtt",
                         .is_default = request.is_default()};
  std::string key = MediaFolder(request.asset_id()) + "/" + captions.path;
  RETURN_IF_ERROR(assets_.ReserveBlobs({key}));
  RETURN_IF_ERROR(blobs_.Put(key, vtt));
  ASSIGN_OR_RETURN(AssetRecord asset, assets_.PutCaptions(caller, request.asset_id(), captions));
  sweeper_.Wake();
  v1::UploadCaptionsResponse response;
  response.set_message(kUpdated);
  *response.mutable_result() = ToProto(asset);
  return response;
}

absl::StatusOr<v1::DeleteCaptionsResponse> MediaService::DeleteCaptions(const Caller& caller,
                                                                        const v1::DeleteCaptionsRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(AssetRecord asset, assets_.DeleteCaptions(caller, request.asset_id(), request.lang()));
  sweeper_.Wake();
  v1::DeleteCaptionsResponse response;
  response.set_message(kUpdated);
  *response.mutable_result() = ToProto(asset);
  return response;
}

absl::StatusOr<v1::GetPreviewResponse> MediaService::GetPreview(const Caller& caller,
                                                                const v1::GetPreviewRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(assets_.Get(request.asset_id()).status());
  ASSIGN_OR_RETURN(std::vector<AssetRecord> ready, assets_.GetReady({request.asset_id()}));
  if (ready.empty()) return error::AssetNotReady();
  MediaGrant grant{.session_id = caller.session_id,
                   .learner_id = caller.id,
                   .assignment_id = std::string(kPreviewAssignment),
                   .asset_id = request.asset_id(),
                   .expires_at = clock_.Now() + kPreviewLife};
  v1::GetPreviewResponse response;
  response.set_message("OK");
  *response.mutable_result() = ToPreview(ready.front(), tokens_.Mint(grant));
  return response;
}

absl::StatusOr<v1::BatchGetPlaybackResponse> MediaService::BatchGetPlayback(
    const Caller& caller, const v1::BatchGetPlaybackRequest& request) {
  RETURN_IF_ERROR(RequireService(caller));
  if (request.asset_ids_size() > kMaxIds) {
    return ValidationError({{"assetIds", "too_many", "At most " + std::to_string(kMaxIds) + " ids a call"}});
  }
  ASSIGN_OR_RETURN(std::vector<AssetRecord> assets,
                   assets_.GetReady({request.asset_ids().begin(), request.asset_ids().end()}));
  v1::BatchGetPlaybackResponse response;
  for (const AssetRecord& asset : assets) *response.add_playback() = ToPlayback(asset);
  return response;
}

absl::StatusOr<v1::GetMediaKeyResponse> MediaService::GetMediaKey(const Caller& caller,
                                                                  const v1::GetMediaKeyRequest& request) {
  RETURN_IF_ERROR(RequireService(caller));
  v1::GetMediaKeyResponse response;
  ASSIGN_OR_RETURN(*response.mutable_key(), assets_.GetKey(request.asset_id()));
  return response;
}

}  // namespace academy::catalog

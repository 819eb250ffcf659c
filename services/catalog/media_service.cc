#include "services/catalog/media_service.h"

#include <string>
#include <vector>

#include "services/catalog/converters.h"
#include "services/catalog/media/captions.h"
#include "services/catalog/validation.h"
#include "services/common/ids.h"
#include "services/common/status.h"

namespace academy::catalog {
namespace {

constexpr int kMostIds = 10'000;
constexpr int kMostUploads = 100;
constexpr char kUpdated[] = "Updated Successfully";

}  // namespace

absl::StatusOr<v1::FetchAssetResponse> MediaService::FetchAsset(const Caller& caller,
                                                                const v1::FetchAssetRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(AssetRecord asset, assets_.Get(request.asset_id()));
  v1::FetchAssetResponse response;
  response.set_message("OK");
  *response.mutable_result() = ToProto(asset);
  return response;
}

absl::StatusOr<v1::FetchUploadsResponse> MediaService::FetchUploads(const Caller& caller,
                                                                    const v1::FetchUploadsRequest& /*request*/) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(std::vector<UploadInWork> uploads, assets_.InWork(kMostUploads));
  v1::FetchUploadsResponse response;
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

absl::StatusOr<v1::BatchGetPlaybackResponse> MediaService::BatchGetPlayback(
    const Caller& caller, const v1::BatchGetPlaybackRequest& request) {
  RETURN_IF_ERROR(RequireService(caller));
  if (request.asset_ids_size() > kMostIds) {
    return ValidationError({{"assetIds", "too_many", "At most " + std::to_string(kMostIds) + " ids a call"}});
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

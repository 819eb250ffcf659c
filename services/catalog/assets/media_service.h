// The Media service: what became of uploads, their captions, and what players need.
//
// Thread-safe.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "academy/catalog/v1/media.grpc.pb.h"
#include "services/catalog/assets/asset_store.h"
#include "services/catalog/assets/sweeper.h"
#include "services/platform/base/clock.h"
#include "services/platform/blobs/blobs.h"
#include "services/platform/crypto/media_token.h"
#include "services/platform/rpc/handler.h"

namespace academy::catalog {

class MediaService final : public v1::Media::CallbackService {
 public:
  // All but `credential`, the academy's internal one, must outlive the service.
  MediaService(RpcHandler& rpc, AssetStore& assets, Blobs& blobs, Sweeper& sweeper, const Clock& clock,
               const std::string& credential)
      : rpc_(rpc), assets_(assets), blobs_(blobs), sweeper_(sweeper), clock_(clock), tokens_(credential) {}

  ACADEMY_RPC(rpc_.executor(), GetAsset, v1::GetAssetRequest, v1::GetAssetResponse)
  ACADEMY_RPC(rpc_.executor(), ListUploads, v1::ListUploadsRequest, v1::ListUploadsResponse)
  ACADEMY_RPC(rpc_.executor(), UploadCaptions, v1::UploadCaptionsRequest, v1::UploadCaptionsResponse)
  ACADEMY_RPC(rpc_.executor(), DeleteCaptions, v1::DeleteCaptionsRequest, v1::DeleteCaptionsResponse)
  ACADEMY_RPC(rpc_.executor(), GetPreview, v1::GetPreviewRequest, v1::GetPreviewResponse)
  ACADEMY_RPC(rpc_.executor(), BatchGetPlayback, v1::BatchGetPlaybackRequest, v1::BatchGetPlaybackResponse)
  ACADEMY_RPC(kInline, GetMediaKey, v1::GetMediaKeyRequest, v1::GetMediaKeyResponse)

 private:
  absl::StatusOr<v1::GetAssetResponse> GetAsset(const Caller& caller, const v1::GetAssetRequest& request);
  absl::StatusOr<v1::ListUploadsResponse> ListUploads(const Caller& caller, const v1::ListUploadsRequest& request);
  absl::StatusOr<v1::UploadCaptionsResponse> UploadCaptions(const Caller& caller,
                                                            const v1::UploadCaptionsRequest& request);
  absl::StatusOr<v1::DeleteCaptionsResponse> DeleteCaptions(const Caller& caller,
                                                            const v1::DeleteCaptionsRequest& request);
  absl::StatusOr<v1::GetPreviewResponse> GetPreview(const Caller& caller, const v1::GetPreviewRequest& request);
  absl::StatusOr<v1::BatchGetPlaybackResponse> BatchGetPlayback(const Caller& caller,
                                                                const v1::BatchGetPlaybackRequest& request);
  absl::StatusOr<v1::GetMediaKeyResponse> GetMediaKey(const Caller& caller, const v1::GetMediaKeyRequest& request);

  RpcHandler& rpc_;
  AssetStore& assets_;
  Blobs& blobs_;
  Sweeper& sweeper_;
  const Clock& clock_;
  const MediaTokens tokens_;
};

}  // namespace academy::catalog

// The Media service: what became of uploads, their captions, and what players need.
//
// Thread-safe.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "academy/catalog/v1/media.grpc.pb.h"
#include "services/catalog/asset_store.h"
#include "services/catalog/sweeper.h"
#include "services/common/blobs/blobs.h"
#include "services/common/clock.h"
#include "services/common/media_token.h"
#include "services/common/rpc/handler.h"

namespace academy::catalog {

class MediaService final : public v1::Media::CallbackService {
 public:
  // All but `credential`, the academy's internal one, must outlive the service.
  MediaService(RpcHandler& rpc, AssetStore& assets, Blobs& blobs, Sweeper& sweeper, const Clock& clock,
               const std::string& credential)
      : rpc_(rpc), assets_(assets), blobs_(blobs), sweeper_(sweeper), clock_(clock), tokens_(credential) {}

  ACADEMY_RPC(Queued, FetchAsset, v1::FetchAssetRequest, v1::FetchAssetResponse)
  ACADEMY_RPC(Queued, FetchUploads, v1::FetchUploadsRequest, v1::FetchUploadsResponse)
  ACADEMY_RPC(Queued, UploadCaptions, v1::UploadCaptionsRequest, v1::UploadCaptionsResponse)
  ACADEMY_RPC(Queued, DeleteCaptions, v1::DeleteCaptionsRequest, v1::DeleteCaptionsResponse)
  ACADEMY_RPC(Queued, FetchPreview, v1::FetchPreviewRequest, v1::FetchPreviewResponse)
  ACADEMY_RPC(Queued, BatchGetPlayback, v1::BatchGetPlaybackRequest, v1::BatchGetPlaybackResponse)
  ACADEMY_RPC(Inline, GetMediaKey, v1::GetMediaKeyRequest, v1::GetMediaKeyResponse)

 private:
  absl::StatusOr<v1::FetchAssetResponse> FetchAsset(const Caller& caller, const v1::FetchAssetRequest& request);
  absl::StatusOr<v1::FetchUploadsResponse> FetchUploads(const Caller& caller, const v1::FetchUploadsRequest& request);
  absl::StatusOr<v1::UploadCaptionsResponse> UploadCaptions(const Caller& caller,
                                                            const v1::UploadCaptionsRequest& request);
  absl::StatusOr<v1::DeleteCaptionsResponse> DeleteCaptions(const Caller& caller,
                                                            const v1::DeleteCaptionsRequest& request);
  absl::StatusOr<v1::FetchPreviewResponse> FetchPreview(const Caller& caller, const v1::FetchPreviewRequest& request);
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

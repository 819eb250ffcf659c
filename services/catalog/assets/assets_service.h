// The Assets service: processed uploads and their captions.
//
// Thread-safe.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "academy/catalog/v1/assets.grpc.pb.h"
#include "services/catalog/assets/asset_record.h"
#include "services/catalog/assets/sweeper.h"
#include "services/catalog/deps.h"
#include "services/catalog/processing/processing_queue.h"
#include "services/catalog/uploads/upload_storage.h"
#include "services/platform/blobs/blobs.h"
#include "services/platform/rpc/handler.h"

namespace academy::catalog {

class AssetsService final : public v1::Assets::CallbackService {
 public:
  // All must outlive the service.
  AssetsService(const Deps& deps, RpcHandler& rpc, Blobs& blobs, UploadStorage& files, ProcessingQueue& queue,
                Sweeper& sweeper)
      : deps_(deps), rpc_(rpc), blobs_(blobs), files_(files), queue_(queue), sweeper_(sweeper) {}

  ACADEMY_RPC(rpc_.executor(), GetAsset, v1::GetAssetRequest, v1::GetAssetResponse)
  ACADEMY_RPC(rpc_.executor(), ListUploads, v1::ListUploadsRequest, v1::ListUploadsResponse)
  ACADEMY_RPC(rpc_.executor(), RetryAsset, v1::RetryAssetRequest, v1::RetryAssetResponse)
  ACADEMY_RPC(rpc_.executor(), UploadCaptions, v1::UploadCaptionsRequest, v1::UploadCaptionsResponse)
  ACADEMY_RPC(rpc_.executor(), DeleteCaptions, v1::DeleteCaptionsRequest, v1::DeleteCaptionsResponse)

 private:
  absl::StatusOr<v1::GetAssetResponse> GetAsset(const Caller& caller, const v1::GetAssetRequest& request);
  absl::StatusOr<v1::ListUploadsResponse> ListUploads(const Caller& caller, const v1::ListUploadsRequest& request);
  absl::StatusOr<v1::RetryAssetResponse> RetryAsset(const Caller& caller, const v1::RetryAssetRequest& request);
  absl::StatusOr<v1::UploadCaptionsResponse> UploadCaptions(const Caller& caller,
                                                            const v1::UploadCaptionsRequest& request);
  absl::StatusOr<v1::DeleteCaptionsResponse> DeleteCaptions(const Caller& caller,
                                                            const v1::DeleteCaptionsRequest& request);

  // NOT_FOUND asset_not_found.
  absl::StatusOr<AssetRecord> LoadAsset(const std::string& id);
  // Stores captions as a reserved blob, which is removed unless a change refers to it.
  absl::Status StoreFile(const std::string& key, const std::string& vtt);

  const Deps& deps_;
  RpcHandler& rpc_;
  Blobs& blobs_;
  UploadStorage& files_;
  ProcessingQueue& queue_;
  Sweeper& sweeper_;
};

}  // namespace academy::catalog

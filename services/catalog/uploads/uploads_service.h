// The Uploads service: resumable uploads behind the edge's tus endpoint.
//
// Thread-safe.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "academy/catalog/v1/uploads.grpc.pb.h"
#include "services/catalog/assets/sweeper.h"
#include "services/catalog/deps.h"
#include "services/catalog/processing/processing_queue.h"
#include "services/catalog/uploads/upload_locks.h"
#include "services/catalog/uploads/upload_session.h"
#include "services/catalog/uploads/upload_storage.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/platform/background/executor.h"
#include "services/platform/rpc/handler.h"

namespace academy::catalog {

// Further dependencies of UploadsService. All must outlive the service and its calls.
struct UploadDeps {
  // For writing files. Its queue must have room for one job per open append.
  Executor& disk;
  UploadStorage& files;
  UploadLocks& locks;
  ProcessingQueue& queue;
  Sweeper& sweeper;
};

class UploadsService final : public v1::Uploads::CallbackService {
 public:
  UploadsService(const Deps& deps, RpcHandler& rpc, const UploadDeps& uploads, const UploadLimits& limits)
      : deps_(deps), rpc_(rpc), uploads_(uploads), limits_(limits) {}

  ACADEMY_RPC(rpc_.executor(), CreateUpload, v1::CreateUploadRequest, v1::UploadState)
  ACADEMY_RPC(rpc_.executor(), GetUpload, v1::GetUploadRequest, v1::UploadState)
  ACADEMY_RPC(rpc_.executor(), DeleteUpload, v1::DeleteUploadRequest, v1::DeleteUploadResponse)
  grpc::ServerReadReactor<v1::AppendUploadRequest>* AppendUpload(grpc::CallbackServerContext* context,
                                                                 v1::UploadState* response) override;

 private:
  absl::StatusOr<v1::UploadState> CreateUpload(const Caller& caller, const v1::CreateUploadRequest& request);
  absl::StatusOr<v1::UploadState> GetUpload(const Caller& caller, const v1::GetUploadRequest& request);
  absl::StatusOr<v1::DeleteUploadResponse> DeleteUpload(const Caller& caller, const v1::DeleteUploadRequest& request);

  // NOT_FOUND upload_not_found.
  absl::StatusOr<UploadRecord> LoadUpload(const std::string& id);
  // Stores the upload with its asset, which is queued at once if the file is empty. UNAVAILABLE disk_full.
  absl::StatusOr<UploadRecord> StoreUpload(const Caller& caller, const NewUpload& upload);

  const Deps& deps_;
  RpcHandler& rpc_;
  const UploadDeps uploads_;
  const UploadLimits limits_;
};

}  // namespace academy::catalog

// The Uploads service: resumable uploads behind the edge's tus endpoint.
//
// Thread-safe.
#pragma once

#include "absl/status/statusor.h"
#include "academy/catalog/v1/uploads.grpc.pb.h"
#include "services/catalog/assets/sweeper.h"
#include "services/catalog/processing/processing_queue.h"
#include "services/catalog/uploads/upload_files.h"
#include "services/catalog/uploads/upload_session.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/catalog/uploads/upload_writers.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/handler.h"

namespace academy::catalog {

class UploadsService final : public v1::Uploads::CallbackService {
 public:
  // All must outlive the service and its calls.
  struct Deps {
    RpcHandler& rpc;
    // For the files' writes: its queue must take one job for each open append.
    Executor& disk;
    UploadStore& uploads;
    UploadFiles& files;
    UploadWriters& writers;
    ProcessingQueue& queue;
    Sweeper& sweeper;
    const Clock& clock;
  };
  UploadsService(const Deps& deps, const UploadLimits& limits) : deps_(deps), rpc_(deps.rpc), limits_(limits) {}

  ACADEMY_RPC(rpc_.executor(), CreateUpload, v1::CreateUploadRequest, v1::UploadState)
  ACADEMY_RPC(rpc_.executor(), GetUpload, v1::GetUploadRequest, v1::UploadState)
  ACADEMY_RPC(rpc_.executor(), DeleteUpload, v1::DeleteUploadRequest, v1::DeleteUploadResponse)
  grpc::ServerReadReactor<v1::AppendUploadRequest>* AppendUpload(grpc::CallbackServerContext* context,
                                                                 v1::UploadState* response) override;

 private:
  absl::StatusOr<v1::UploadState> CreateUpload(const Caller& caller, const v1::CreateUploadRequest& request);
  absl::StatusOr<v1::UploadState> GetUpload(const Caller& caller, const v1::GetUploadRequest& request);
  absl::StatusOr<v1::DeleteUploadResponse> DeleteUpload(const Caller& caller, const v1::DeleteUploadRequest& request);

  // UNAVAILABLE disk_full when `bytes` more, beside what uploads on their way still bring, are too many.
  absl::Status RequireSpace(int64_t bytes);

  const Deps deps_;
  RpcHandler& rpc_;
  const UploadLimits limits_;
};

}  // namespace academy::catalog

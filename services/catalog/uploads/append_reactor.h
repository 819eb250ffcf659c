// One AppendUpload call. Reads one message at a time and passes each to the disk's executor, so that at most one
// message per upload is in memory and gRPC's threads never wait for a disk.
//
// Deletes itself when done.
#pragma once

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "academy/catalog/v1/uploads.pb.h"
#include "services/catalog/uploads/upload_locks.h"
#include "services/catalog/uploads/upload_session.h"
#include "services/platform/background/executor.h"

namespace academy::catalog {

// Returns the state of an upload for clients.
v1::UploadState ToState(const UploadRecord& upload, int64_t offset);

class AppendReactor final : public grpc::ServerReadReactor<v1::AppendUploadRequest> {
 public:
  struct Deps {
    Executor& disk;
    UploadLocks& locks;
    // Called when the append has completed the upload.
    std::function<void()> on_complete;
  };
  // Finishes at once with `refusal` when it is an error.
  AppendReactor(grpc::CallbackServerContext& context, v1::UploadState& response, Deps deps, UploadSession session,
                const absl::Status& refusal);

  void OnReadDone(bool ok) override;
  void OnDone() override { delete this; }

 private:
  // These run on the disk's executor, one at a time.
  void Step(bool ok);
  void TakeHeader();
  void Begin();
  void End(const absl::Status& so_far);
  void Submit(std::function<void()> job);
  void ReadNext();

  grpc::CallbackServerContext& context_;
  v1::UploadState& response_;
  const Deps deps_;
  UploadSession session_;
  v1::AppendUploadRequest message_;
  // Orders each step's writes before the next step, for ThreadSanitizer, which does not see that StartRead does so
  // inside gRPC.
  std::atomic<bool> handed_over_ = false;
  // Set once this call waits for or holds the upload's lock.
  std::string upload_id_;
};

}  // namespace academy::catalog

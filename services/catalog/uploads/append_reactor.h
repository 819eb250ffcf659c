// One AppendUpload call: reads a message at a time and hands each to the disk's executor, so that at most one message
// of an upload is in memory and gRPC's threads never wait for a disk.
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
#include "services/catalog/uploads/upload_session.h"
#include "services/catalog/uploads/upload_writers.h"
#include "services/platform/background/executor.h"

namespace academy::catalog {

// What a client is told of an upload.
v1::UploadState ToState(const UploadRecord& upload, int64_t offset);

class AppendReactor final : public grpc::ServerReadReactor<v1::AppendUploadRequest> {
 public:
  struct Deps {
    Executor& disk;
    UploadWriters& writers;
    // Called once an upload is whole.
    std::function<void()> on_whole;
  };
  // Answers `refusal` at once when it is an error.
  AppendReactor(grpc::CallbackServerContext& context, v1::UploadState& response, Deps deps, UploadSession session,
                const absl::Status& refusal);

  void OnReadDone(bool ok) override;
  void OnDone() override { delete this; }

 private:
  // Each runs on the disk's executor, one at a time.
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
  // Carries each step's writes to the next, as StartRead does already: said here for tools that do not see into gRPC.
  std::atomic<bool> handed_over_ = false;
  // Set once this call waits for the upload or has it.
  std::string upload_id_;
};

}  // namespace academy::catalog

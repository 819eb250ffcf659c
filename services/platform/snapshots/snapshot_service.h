// Copies this process's database for backups, or says where it is in PostgreSQL.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <utility>

#include "academy/common/v1/snapshots.grpc.pb.h"
#include "services/platform/rpc/handler.h"

namespace academy {

class SnapshotService final : public common::v1::Snapshots::CallbackService {
 public:
  // `database_url` is the database of the service `name`. `rpc` must outlive the service; its threads must be allowed
  // to block.
  SnapshotService(RpcHandler& rpc, std::string name, std::string database_url, std::filesystem::path run_folder)
      : rpc_(rpc), name_(std::move(name)), database_url_(std::move(database_url)), run_folder_(std::move(run_folder)) {}

  // Ends the copy at work, and refuses further ones, so that the process can end.
  void Stop() { stopping_ = true; }

  ACADEMY_RPC(rpc_.executor(), Take, common::v1::TakeRequest, common::v1::TakeResponse)

 private:
  absl::StatusOr<common::v1::TakeResponse> Take(const Caller& caller, const common::v1::TakeRequest& request);

  RpcHandler& rpc_;
  const std::string name_;
  const std::string database_url_;
  const std::filesystem::path run_folder_;
  std::atomic<bool> stopping_ = false;
};

}  // namespace academy

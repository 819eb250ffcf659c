// Serves this process's health to the edge, as managers read it.
//
// Thread-safe.
#pragma once

#include "academy/common/v1/health.grpc.pb.h"
#include "services/platform/health/health_board.h"
#include "services/platform/rpc/handler.h"

namespace academy {

class HealthService final : public common::v1::ProcessHealth::CallbackService {
 public:
  // Both must outlive the service. Items may read the database, so the handler's threads must be allowed to block.
  HealthService(RpcHandler& rpc, HealthBoard& board) : rpc_(rpc), board_(board) {}

  ACADEMY_RPC(rpc_.executor(), ReportHealth, common::v1::ReportHealthRequest, common::v1::ReportHealthResponse)

 private:
  absl::StatusOr<common::v1::ReportHealthResponse> ReportHealth(const Caller& caller,
                                                                const common::v1::ReportHealthRequest& request);

  RpcHandler& rpc_;
  HealthBoard& board_;
};

}  // namespace academy

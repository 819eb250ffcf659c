// Serves this process's metrics to other processes.
//
// Thread-safe.
#pragma once

#include "academy/common/v1/metrics.grpc.pb.h"
#include "services/platform/base/metrics.h"
#include "services/platform/rpc/handler.h"

namespace academy {

class MetricsService final : public common::v1::ProcessMetrics::CallbackService {
 public:
  // Both must outlive the service. Gauges may read the database, so the handler's threads must be allowed to block.
  MetricsService(RpcHandler& rpc, Metrics& metrics) : rpc_(rpc), metrics_(metrics) {}

  ACADEMY_RPC(rpc_.executor(), Collect, common::v1::CollectRequest, common::v1::CollectResponse)

 private:
  absl::StatusOr<common::v1::CollectResponse> Collect(const Caller& caller, const common::v1::CollectRequest& request);

  RpcHandler& rpc_;
  Metrics& metrics_;
};

}  // namespace academy

// Tells other processes what this one counts.
//
// Thread-safe.
#pragma once

#include "academy/common/v1/metrics.grpc.pb.h"
#include "services/platform/base/metrics.h"
#include "services/platform/rpc/handler.h"

namespace academy {

class MetricsService final : public common::v1::ProcessMetrics::CallbackService {
 public:
  // Both outlive the service. Gauges may ask the database: give a handler whose threads may wait.
  MetricsService(RpcHandler& rpc, Metrics& metrics) : rpc_(rpc), metrics_(metrics) {}

  ACADEMY_RPC(rpc_.executor(), Collect, common::v1::CollectRequest, common::v1::CollectResponse)

 private:
  absl::StatusOr<common::v1::CollectResponse> Collect(const Caller& caller, const common::v1::CollectRequest& request);

  RpcHandler& rpc_;
  Metrics& metrics_;
};

}  // namespace academy

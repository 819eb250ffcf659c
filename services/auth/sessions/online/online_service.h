// Receives presence's reports of who is online.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/online.grpc.pb.h"
#include "services/auth/sessions/online/online_reports.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class OnlineService final : public v1::Online::CallbackService {
 public:
  // Both must outlive the service.
  OnlineService(RpcHandler& rpc, OnlineReports& reports) : rpc_(rpc), reports_(reports) {}

  ACADEMY_RPC(rpc_.executor(), ReportOnline, v1::ReportOnlineRequest, v1::ReportOnlineResponse)

 private:
  absl::StatusOr<v1::ReportOnlineResponse> ReportOnline(const Caller& caller, const v1::ReportOnlineRequest& request);

  RpcHandler& rpc_;
  OnlineReports& reports_;
};

}  // namespace academy::auth

// Receives presence's reports of who is online.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/online.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class OnlineService final : public v1::Online::CallbackService {
 public:
  explicit OnlineService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(kInline, ReportOnline, v1::ReportOnlineRequest, v1::ReportOnlineResponse)

 private:
  absl::StatusOr<v1::ReportOnlineResponse> ReportOnline(const Caller& caller, const v1::ReportOnlineRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth

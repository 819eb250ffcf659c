// The audit trail's rpcs: managers read it, other services append to it.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/audit.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class AuditService final : public v1::Audit::CallbackService {
 public:
  explicit AuditService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), ListEvents, v1::ListEventsRequest, v1::ListEventsResponse)
  ACADEMY_RPC(rpc_.executor(), AppendEvents, v1::AppendEventsRequest, v1::AppendEventsResponse)

 private:
  absl::StatusOr<v1::ListEventsResponse> ListEvents(const Caller& caller, const v1::ListEventsRequest& request);
  absl::StatusOr<v1::AppendEventsResponse> AppendEvents(const Caller& caller, const v1::AppendEventsRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth

// The audit trail's rpcs: managers read it, other services append to it.
//
// Thread-safe.
#pragma once

#include "absl/time/time.h"
#include "academy/auth/v1/audit.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class AuditService final : public v1::Audit::CallbackService {
 public:
  // `zone` is the academy's time zone.
  AuditService(const Deps& deps, absl::TimeZone zone) : deps_(deps), rpc_(deps.rpc), zone_(zone) {}

  ACADEMY_RPC(rpc_.executor(), ListEvents, v1::ListEventsRequest, v1::ListEventsResponse)
  ACADEMY_RPC(rpc_.executor(), AppendEvents, v1::AppendEventsRequest, v1::AppendEventsResponse)

 private:
  absl::StatusOr<v1::ListEventsResponse> ListEvents(const Caller& caller, const v1::ListEventsRequest& request);
  absl::StatusOr<v1::AppendEventsResponse> AppendEvents(const Caller& caller, const v1::AppendEventsRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
  const absl::TimeZone zone_;
};

}  // namespace academy::auth

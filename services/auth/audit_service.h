// The audit trail as managers read it and other services add to it.
//
// Thread-safe.
#pragma once

#include "absl/time/time.h"
#include "academy/auth/v1/audit.grpc.pb.h"
#include "services/auth/parts.h"
#include "services/common/rpc/handler.h"

namespace academy::auth {

class AuditService final : public v1::Audit::CallbackService {
 public:
  // `zone` is the academy's: where its days begin and end.
  AuditService(const Parts& parts, absl::TimeZone zone) : parts_(parts), rpc_(parts.rpc), zone_(zone) {}

  ACADEMY_RPC(Queued, FetchEvents, v1::FetchEventsRequest, v1::FetchEventsResponse)
  ACADEMY_RPC(Queued, AppendEvents, v1::AppendEventsRequest, v1::AppendEventsResponse)

 private:
  absl::StatusOr<v1::FetchEventsResponse> FetchEvents(const Caller& caller, const v1::FetchEventsRequest& request);
  absl::StatusOr<v1::AppendEventsResponse> AppendEvents(const Caller& caller, const v1::AppendEventsRequest& request);

  const Parts& parts_;
  RpcHandler& rpc_;
  const absl::TimeZone zone_;
};

}  // namespace academy::auth

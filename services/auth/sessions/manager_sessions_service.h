// The calling manager's current and past sessions.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/manager_sessions.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class ManagerSessionsService final : public v1::ManagerSessions::CallbackService {
 public:
  explicit ManagerSessionsService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), ListManagerSessions, v1::ListManagerSessionsRequest, v1::ListManagerSessionsResponse)
  ACADEMY_RPC(rpc_.executor(), EndManagerSession, v1::EndManagerSessionRequest, v1::EndManagerSessionResponse)

 private:
  absl::StatusOr<v1::ListManagerSessionsResponse> ListManagerSessions(const Caller& caller,
                                                                      const v1::ListManagerSessionsRequest& request);
  absl::StatusOr<Positioned<v1::EndManagerSessionResponse>> EndManagerSession(
      const Caller& caller, const v1::EndManagerSessionRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth

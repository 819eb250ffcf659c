// Managers and their roles, as owners list and change them. A change checks the caller's role again in its transaction,
// so that of two owners who demote each other one stays an owner.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/managers.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class ManagersService final : public v1::Managers::CallbackService {
 public:
  explicit ManagersService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), ListManagers, v1::ListManagersRequest, v1::ListManagersResponse)
  ACADEMY_RPC(deps_.hashing, CreateManager, v1::CreateManagerRequest, v1::CreateManagerResponse)
  ACADEMY_RPC(deps_.hashing, UpdateManagerPassword, v1::UpdateManagerPasswordRequest, v1::UpdateManagerPasswordResponse)
  ACADEMY_RPC(rpc_.executor(), UpdateRole, v1::UpdateRoleRequest, v1::UpdateRoleResponse)
  ACADEMY_RPC(rpc_.executor(), DeleteManager, v1::DeleteManagerRequest, v1::DeleteManagerResponse)
  ACADEMY_RPC(rpc_.executor(), BatchGetManagers, v1::BatchGetManagersRequest, v1::BatchGetManagersResponse)

 private:
  absl::StatusOr<v1::ListManagersResponse> ListManagers(const Caller& caller, const v1::ListManagersRequest& request);
  absl::StatusOr<v1::CreateManagerResponse> CreateManager(const Caller& caller,
                                                          const v1::CreateManagerRequest& request);
  absl::StatusOr<Positioned<v1::UpdateManagerPasswordResponse>> UpdateManagerPassword(
      const Caller& caller, const v1::UpdateManagerPasswordRequest& request);
  absl::StatusOr<Positioned<v1::UpdateRoleResponse>> UpdateRole(const Caller& caller,
                                                                const v1::UpdateRoleRequest& request);
  absl::StatusOr<Positioned<v1::DeleteManagerResponse>> DeleteManager(const Caller& caller,
                                                                      const v1::DeleteManagerRequest& request);
  absl::StatusOr<v1::BatchGetManagersResponse> BatchGetManagers(const Caller& caller,
                                                                const v1::BatchGetManagersRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth

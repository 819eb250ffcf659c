// What managers do to managers.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/managers.grpc.pb.h"
#include "services/auth/parts.h"
#include "services/common/rpc/handler.h"

namespace academy::auth {

class ManagersService final : public v1::Managers::CallbackService {
 public:
  explicit ManagersService(const Parts& parts) : parts_(parts), rpc_(parts.rpc), hashing_(parts.hashing) {}

  ACADEMY_RPC(Queued, FetchManagers, v1::FetchManagersRequest, v1::FetchManagersResponse)
  AUTH_RPC_ON(hashing_, RegisterManager, v1::RegisterManagerRequest, v1::RegisterManagerResponse)
  AUTH_RPC_ON(hashing_, UpdateManagerPassword, v1::UpdateManagerPasswordRequest, v1::UpdateManagerPasswordResponse)
  ACADEMY_RPC(Queued, DeleteManager, v1::DeleteManagerRequest, v1::DeleteManagerResponse)
  ACADEMY_RPC(Queued, BatchGetManagers, v1::BatchGetManagersRequest, v1::BatchGetManagersResponse)

 private:
  absl::StatusOr<v1::FetchManagersResponse> FetchManagers(const Caller& caller,
                                                          const v1::FetchManagersRequest& request);
  absl::StatusOr<v1::RegisterManagerResponse> RegisterManager(const Caller& caller,
                                                              const v1::RegisterManagerRequest& request);
  absl::StatusOr<Positioned<v1::UpdateManagerPasswordResponse>> UpdateManagerPassword(
      const Caller& caller, const v1::UpdateManagerPasswordRequest& request);
  absl::StatusOr<Positioned<v1::DeleteManagerResponse>> DeleteManager(const Caller& caller,
                                                                      const v1::DeleteManagerRequest& request);
  absl::StatusOr<v1::BatchGetManagersResponse> BatchGetManagers(const Caller& caller,
                                                                const v1::BatchGetManagersRequest& request);

  const Parts& parts_;
  RpcHandler& rpc_;
  RpcHandler& hashing_;
};

}  // namespace academy::auth

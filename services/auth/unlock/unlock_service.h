// Opens the links that let an account's owner sign in during a pause.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/unlock.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class UnlockService final : public v1::Unlock::CallbackService {
 public:
  explicit UnlockService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), UnlockLearner, v1::UnlockLearnerRequest, v1::UnlockLearnerResponse)
  ACADEMY_RPC(rpc_.executor(), UnlockManager, v1::UnlockManagerRequest, v1::UnlockManagerResponse)

 private:
  absl::StatusOr<WithDevice<v1::UnlockLearnerResponse>> UnlockLearner(const Caller& caller,
                                                                      const v1::UnlockLearnerRequest& request);
  absl::StatusOr<WithDevice<v1::UnlockManagerResponse>> UnlockManager(const Caller& caller,
                                                                      const v1::UnlockManagerRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth

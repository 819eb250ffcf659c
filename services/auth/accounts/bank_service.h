// Learners' bank details, for themselves and for managers.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/bank.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class BankService final : public v1::Bank::CallbackService {
 public:
  explicit BankService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), GetOwnBank, v1::GetOwnBankRequest, v1::GetOwnBankResponse)
  ACADEMY_RPC(rpc_.executor(), UpdateOwnBank, v1::UpdateOwnBankRequest, v1::UpdateOwnBankResponse)
  ACADEMY_RPC(rpc_.executor(), GetLearnerBank, v1::GetLearnerBankRequest, v1::GetLearnerBankResponse)

 private:
  absl::StatusOr<v1::GetOwnBankResponse> GetOwnBank(const Caller& caller, const v1::GetOwnBankRequest& request);
  absl::StatusOr<v1::UpdateOwnBankResponse> UpdateOwnBank(const Caller& caller,
                                                          const v1::UpdateOwnBankRequest& request);
  absl::StatusOr<v1::GetLearnerBankResponse> GetLearnerBank(const Caller& caller,
                                                            const v1::GetLearnerBankRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth

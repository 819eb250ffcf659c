// Password recovery: a learner who forgot the password sets a new one with a mailed code.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/recovery.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class RecoveryService final : public v1::Recovery::CallbackService {
 public:
  explicit RecoveryService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(deps_.visitors.For(Visit::Recovery(), *request), ForgotPassword, v1::ForgotPasswordRequest,
              v1::ForgotPasswordResponse)
  ACADEMY_RPC(rpc_.executor(), VerifyRecoveryCode, v1::VerifyRecoveryCodeRequest, v1::VerifyRecoveryCodeResponse)
  ACADEMY_RPC(deps_.hashing, ResetPassword, v1::ResetPasswordRequest, v1::ResetPasswordResponse)

 private:
  absl::StatusOr<v1::ForgotPasswordResponse> ForgotPassword(const Caller& caller,
                                                            const v1::ForgotPasswordRequest& request,
                                                            const BotProof& proof);
  absl::StatusOr<v1::VerifyRecoveryCodeResponse> VerifyRecoveryCode(const Caller& caller,
                                                                    const v1::VerifyRecoveryCodeRequest& request);
  absl::StatusOr<Positioned<v1::ResetPasswordResponse>> ResetPassword(const Caller& caller,
                                                                      const v1::ResetPasswordRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth

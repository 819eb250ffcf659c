// Learners' sign-up, account activation, sign-in, reauthentication and sign-out.
//
// Thread-safe.
#pragma once

#include <optional>
#include <string>

#include "academy/auth/v1/learner_sign_in.grpc.pb.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class LearnerSignInService final : public v1::LearnerSignIn::CallbackService {
 public:
  explicit LearnerSignInService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(deps_.visitors.For(Visit::SignUp("signup"), *request), SignUpLearner, v1::SignUpLearnerRequest,
              v1::SignUpLearnerResponse)
  ACADEMY_RPC(rpc_.executor(), Activate, v1::ActivateRequest, v1::ActivateResponse)
  ACADEMY_RPC(rpc_.executor(), ResendActivation, v1::ResendActivationRequest, v1::ResendActivationResponse)
  ACADEMY_RPC(deps_.visitors.For(Visit::SignIn(PersonKind::kLearner, request->email(), "login"), *request),
              LoginLearner, v1::LoginLearnerRequest, v1::LoginLearnerResponse)
  ACADEMY_RPC(deps_.password_changes, ReauthenticateLearner, v1::ReauthenticateLearnerRequest,
              v1::ReauthenticateLearnerResponse)
  ACADEMY_RPC(rpc_.executor(), LogoutLearner, v1::LogoutLearnerRequest, v1::LogoutLearnerResponse)

 private:
  absl::StatusOr<v1::SignUpLearnerResponse> SignUpLearner(const Caller& caller, const v1::SignUpLearnerRequest& request,
                                                          const BotProof& proof);
  absl::StatusOr<v1::ActivateResponse> Activate(const Caller& caller, const v1::ActivateRequest& request);
  absl::StatusOr<v1::ResendActivationResponse> ResendActivation(const Caller& caller,
                                                                const v1::ResendActivationRequest& request);
  absl::StatusOr<WithDevice<v1::LoginLearnerResponse>> LoginLearner(const Caller& caller,
                                                                    const v1::LoginLearnerRequest& request,
                                                                    const BotProof& proof);
  absl::StatusOr<v1::ReauthenticateLearnerResponse> ReauthenticateLearner(
      const Caller& caller, const v1::ReauthenticateLearnerRequest& request);
  absl::StatusOr<Positioned<v1::LogoutLearnerResponse>> LogoutLearner(const Caller& caller,
                                                                      const v1::LogoutLearnerRequest& request);

  // Replaces an account that was never activated with the new sign-up: `learner` is set to the stored record, and links
  // mailed before become invalid. May throw as SOCI does.
  void Replace(Transaction& tx, LearnerRecord old, LearnerRecord& learner);
  absl::StatusOr<std::optional<LearnerRecord>> LoadByEmail(const std::string& email_key);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth

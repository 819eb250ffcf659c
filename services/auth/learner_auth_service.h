// Learners' sign-up, activation, sign-in, recovery and own profile.
//
// Thread-safe. Sign-up and sign-in are in learner_auth_service.cc, recovery in learner_recovery.cc, the
// learner's own sessions in learner_sessions.cc, bank details in learner_bank.cc, the rest in learner_profile.cc.
#pragma once

#include "academy/auth/v1/learner_auth.grpc.pb.h"
#include "services/auth/learner_store.h"
#include "services/auth/parts.h"
#include "services/common/rpc/handler.h"

namespace academy::auth {

class LearnerAuthService final : public v1::LearnerAuth::CallbackService {
 public:
  explicit LearnerAuthService(const Parts& parts) : parts_(parts), rpc_(parts.rpc), hashing_(parts.hashing) {}

  AUTH_VISITOR_RPC(Visit::SignUp("signup"), SignUpLearner, v1::SignUpLearnerRequest, v1::SignUpLearnerResponse)
  ACADEMY_RPC(Queued, Activate, v1::ActivateRequest, v1::ActivateResponse)
  ACADEMY_RPC(Queued, ResendActivation, v1::ResendActivationRequest, v1::ResendActivationResponse)
  AUTH_VISITOR_RPC(Visit::SignIn(PersonKind::kLearner, request->email(), "login"), LoginLearner,
                   v1::LoginLearnerRequest, v1::LoginLearnerResponse)
  ACADEMY_RPC(Queued, TryLogin, v1::TryLoginRequest, v1::TryLoginResponse)
  ACADEMY_RPC(Queued, LogoutLearner, v1::LogoutLearnerRequest, v1::LogoutLearnerResponse)
  AUTH_RPC_ON(hashing_, ChangeLearnerPassword, v1::ChangeLearnerPasswordRequest, v1::ChangeLearnerPasswordResponse)
  AUTH_VISITOR_RPC(Visit::Recovery(), ForgotPassword, v1::ForgotPasswordRequest, v1::ForgotPasswordResponse)
  ACADEMY_RPC(Queued, VerifyRecoveryCode, v1::VerifyRecoveryCodeRequest, v1::VerifyRecoveryCodeResponse)
  AUTH_RPC_ON(hashing_, ResetPassword, v1::ResetPasswordRequest, v1::ResetPasswordResponse)
  ACADEMY_RPC(Queued, FetchInfo, v1::FetchInfoRequest, v1::FetchInfoResponse)
  AUTH_RPC_ON(request->password().empty() ? rpc_ : hashing_, UpdateOwnProfile, v1::UpdateOwnProfileRequest,
              v1::UpdateOwnProfileResponse)
  ACADEMY_RPC(Queued, FetchOwnSessions, v1::FetchOwnSessionsRequest, v1::FetchOwnSessionsResponse)
  ACADEMY_RPC(Queued, EndOwnSession, v1::EndOwnSessionRequest, v1::EndOwnSessionResponse)
  ACADEMY_RPC(Queued, FetchOwnBank, v1::FetchOwnBankRequest, v1::FetchOwnBankResponse)
  ACADEMY_RPC(Queued, UpdateOwnBank, v1::UpdateOwnBankRequest, v1::UpdateOwnBankResponse)

 private:
  absl::StatusOr<v1::SignUpLearnerResponse> SignUpLearner(const Caller& caller, const v1::SignUpLearnerRequest& request,
                                                          const BotProof& proof);
  absl::StatusOr<v1::ActivateResponse> Activate(const Caller& caller, const v1::ActivateRequest& request);
  absl::StatusOr<v1::ResendActivationResponse> ResendActivation(const Caller& caller,
                                                                const v1::ResendActivationRequest& request);
  absl::StatusOr<Positioned<v1::LoginLearnerResponse>> LoginLearner(const Caller& caller,
                                                                    const v1::LoginLearnerRequest& request,
                                                                    const BotProof& proof);
  absl::StatusOr<v1::TryLoginResponse> TryLogin(const Caller& caller, const v1::TryLoginRequest& request);
  absl::StatusOr<Positioned<v1::LogoutLearnerResponse>> LogoutLearner(const Caller& caller,
                                                                      const v1::LogoutLearnerRequest& request);
  absl::StatusOr<Positioned<v1::ChangeLearnerPasswordResponse>> ChangeLearnerPassword(
      const Caller& caller, const v1::ChangeLearnerPasswordRequest& request);
  absl::StatusOr<v1::ForgotPasswordResponse> ForgotPassword(const Caller& caller,
                                                            const v1::ForgotPasswordRequest& request,
                                                            const BotProof& proof);
  absl::StatusOr<v1::VerifyRecoveryCodeResponse> VerifyRecoveryCode(const Caller& caller,
                                                                    const v1::VerifyRecoveryCodeRequest& request);
  absl::StatusOr<Positioned<v1::ResetPasswordResponse>> ResetPassword(const Caller& caller,
                                                                      const v1::ResetPasswordRequest& request);
  absl::StatusOr<v1::FetchInfoResponse> FetchInfo(const Caller& caller, const v1::FetchInfoRequest& request);
  absl::StatusOr<Positioned<v1::UpdateOwnProfileResponse>> UpdateOwnProfile(const Caller& caller,
                                                                            const v1::UpdateOwnProfileRequest& request);
  absl::StatusOr<v1::FetchOwnSessionsResponse> FetchOwnSessions(const Caller& caller,
                                                                const v1::FetchOwnSessionsRequest& request);
  absl::StatusOr<Positioned<v1::EndOwnSessionResponse>> EndOwnSession(const Caller& caller,
                                                                      const v1::EndOwnSessionRequest& request);
  absl::StatusOr<v1::FetchOwnBankResponse> FetchOwnBank(const Caller& caller, const v1::FetchOwnBankRequest& request);
  absl::StatusOr<v1::UpdateOwnBankResponse> UpdateOwnBank(const Caller& caller,
                                                          const v1::UpdateOwnBankRequest& request);

  // Gives an account that was never activated to who signs up now: `learner` becomes what it is stored as, and links
  // that were mailed before are dead. May throw as SOCI does.
  void Replace(Transaction& tx, LearnerRecord old, LearnerRecord& learner);
  absl::StatusOr<std::optional<LearnerRecord>> LoadByEmail(const std::string& email_key);
  // The calling learner; UNAUTHENTICATED removed when gone since.
  absl::StatusOr<LearnerRecord> LoadCaller(const Caller& caller);

  const Parts& parts_;
  RpcHandler& rpc_;
  RpcHandler& hashing_;
};

}  // namespace academy::auth

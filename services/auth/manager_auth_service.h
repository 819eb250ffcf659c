// Managers' own sign-up, sign-in and password.
//
// Thread-safe. The manager's own sessions are in manager_sessions.cc.
#pragma once

#include "academy/auth/v1/manager_auth.grpc.pb.h"
#include "services/auth/parts.h"
#include "services/auth/setup_code.h"
#include "services/common/rpc/handler.h"

namespace academy::auth {

class ManagerAuthService final : public v1::ManagerAuth::CallbackService {
 public:
  // `allow_signup` permits sign-ups even when managers exist; the first one may need the `setup_code`.
  ManagerAuthService(const Parts& parts, const SetupCode& setup_code, bool allow_signup)
      : parts_(parts), rpc_(parts.rpc), hashing_(parts.hashing), setup_code_(setup_code), allow_signup_(allow_signup) {}

  AUTH_VISITOR_RPC(Visit::SignUp("manager_signup"), SignUpManager, v1::SignUpManagerRequest, v1::SignUpManagerResponse)
  AUTH_VISITOR_RPC(Visit::SignIn(PersonKind::kManager, request->email(), "manager_login"), LoginManager,
                   v1::LoginManagerRequest, v1::LoginManagerResponse)
  ACADEMY_RPC(Queued, CheckManager, v1::CheckManagerRequest, v1::CheckManagerResponse)
  ACADEMY_RPC(Queued, CheckSignUp, v1::CheckSignUpRequest, v1::CheckSignUpResponse)
  AUTH_RPC_ON(hashing_, ChangeManagerPassword, v1::ChangeManagerPasswordRequest, v1::ChangeManagerPasswordResponse)
  ACADEMY_RPC(Queued, FetchManagerSessions, v1::FetchManagerSessionsRequest, v1::FetchManagerSessionsResponse)
  ACADEMY_RPC(Queued, EndManagerSession, v1::EndManagerSessionRequest, v1::EndManagerSessionResponse)
  ACADEMY_RPC(Queued, LogoutManager, v1::LogoutManagerRequest, v1::LogoutManagerResponse)

 private:
  absl::StatusOr<v1::SignUpManagerResponse> SignUpManager(const Caller& caller, const v1::SignUpManagerRequest& request,
                                                          const BotProof& proof);
  absl::StatusOr<v1::LoginManagerResponse> LoginManager(const Caller& caller, const v1::LoginManagerRequest& request,
                                                        const BotProof& proof);
  absl::StatusOr<v1::CheckManagerResponse> CheckManager(const Caller& caller, const v1::CheckManagerRequest& request);
  absl::StatusOr<v1::CheckSignUpResponse> CheckSignUp(const Caller& caller, const v1::CheckSignUpRequest& request);
  absl::StatusOr<Positioned<v1::ChangeManagerPasswordResponse>> ChangeManagerPassword(
      const Caller& caller, const v1::ChangeManagerPasswordRequest& request);
  absl::StatusOr<v1::FetchManagerSessionsResponse> FetchManagerSessions(const Caller& caller,
                                                                        const v1::FetchManagerSessionsRequest& request);
  absl::StatusOr<Positioned<v1::EndManagerSessionResponse>> EndManagerSession(
      const Caller& caller, const v1::EndManagerSessionRequest& request);
  absl::StatusOr<Positioned<v1::LogoutManagerResponse>> LogoutManager(const Caller& caller,
                                                                      const v1::LogoutManagerRequest& request);

  // Whether it would be the first. PERMISSION_DENIED signup_not_allowed. May throw as SOCI does.
  absl::StatusOr<bool> AdmitSignUp(soci::session& sql) const;
  // PERMISSION_DENIED wrong_setup_code, RESOURCE_EXHAUSTED too_many_attempts.
  absl::Status RequireSetupCode(const Caller& caller, const std::string& code);

  const Parts& parts_;
  RpcHandler& rpc_;
  RpcHandler& hashing_;
  const SetupCode& setup_code_;
  const bool allow_signup_;
};

}  // namespace academy::auth

// Managers' sign-up, sign-in, reauthentication, sign-out and password changes.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/manager_sign_in.grpc.pb.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/deps.h"
#include "services/auth/factors/second_factors.h"
#include "services/auth/sign_in/setup_code.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class ManagerSignInService final : public v1::ManagerSignIn::CallbackService {
 public:
  // `allow_signup` permits sign-ups even when managers exist; the first one may require the `setup_code`.
  ManagerSignInService(const Deps& deps, const SetupCode& setup_code, bool allow_signup)
      : deps_(deps), rpc_(deps.rpc), setup_code_(setup_code), allow_signup_(allow_signup) {}

  ACADEMY_RPC(deps_.visitors.For(Visit::SignUp("manager_signup"), *request), SignUpManager, v1::SignUpManagerRequest,
              v1::SignUpManagerResponse)
  ACADEMY_RPC(deps_.visitors.For(Visit::SignIn(PersonKind::kManager, request->email(), "manager_login"), *request),
              LoginManager, v1::LoginManagerRequest, v1::LoginManagerResponse)
  ACADEMY_RPC(rpc_.executor(), CheckManager, v1::CheckManagerRequest, v1::CheckManagerResponse)
  ACADEMY_RPC(rpc_.executor(), CheckSignUp, v1::CheckSignUpRequest, v1::CheckSignUpResponse)
  ACADEMY_RPC(deps_.password_changes, ChangeManagerPassword, v1::ChangeManagerPasswordRequest,
              v1::ChangeManagerPasswordResponse)
  ACADEMY_RPC(deps_.password_changes, ReauthenticateManager, v1::ReauthenticateManagerRequest,
              v1::ReauthenticateManagerResponse)
  ACADEMY_RPC(rpc_.executor(), LogoutManager, v1::LogoutManagerRequest, v1::LogoutManagerResponse)

 private:
  absl::StatusOr<v1::SignUpManagerResponse> SignUpManager(const Caller& caller, const v1::SignUpManagerRequest& request,
                                                          const BotProof& proof);
  absl::StatusOr<WithDevice<v1::LoginManagerResponse>> LoginManager(const Caller& caller,
                                                                    const v1::LoginManagerRequest& request,
                                                                    const BotProof& proof);
  absl::StatusOr<v1::CheckManagerResponse> CheckManager(const Caller& caller, const v1::CheckManagerRequest& request);
  absl::StatusOr<v1::CheckSignUpResponse> CheckSignUp(const Caller& caller, const v1::CheckSignUpRequest& request);
  absl::StatusOr<Positioned<v1::ChangeManagerPasswordResponse>> ChangeManagerPassword(
      const Caller& caller, const v1::ChangeManagerPasswordRequest& request);
  absl::StatusOr<v1::ReauthenticateManagerResponse> ReauthenticateManager(
      const Caller& caller, const v1::ReauthenticateManagerRequest& request);
  absl::StatusOr<Positioned<v1::LogoutManagerResponse>> LogoutManager(const Caller& caller,
                                                                      const v1::LogoutManagerRequest& request);

  absl::StatusOr<v1::ReauthenticateManagerResponse> ReauthenticateByPasskey(const Caller& caller,
                                                                            const v1::PasskeyAssertion& assertion);
  // Checks a manager's second factor and uses the proof up. Returns the name of the factor, empty if there is none. A
  // wrong one leaves the event `failure` and, like a wrong password, may mail a link past the pause; a used recovery
  // code is reported by mail. Errors of SecondFactors::Use.
  absl::StatusOr<std::string> UseFactor(Transaction& tx, const Caller& caller, const ManagerRecord& manager,
                                        const FactorProof& proof, const std::string& failure) const;
  // Returns the calling manager's record. UNAUTHENTICATED removed.
  absl::StatusOr<ManagerRecord> LoadCaller(const Caller& caller) const;
  // Returns whether this would be the first manager. PERMISSION_DENIED signup_not_allowed. May throw as SOCI does.
  absl::StatusOr<bool> AdmitSignUp(soci::session& sql) const;
  // PERMISSION_DENIED wrong_setup_code, RESOURCE_EXHAUSTED too_many_attempts.
  absl::Status RequireSetupCode(const Caller& caller, const std::string& code);

  const Deps& deps_;
  RpcHandler& rpc_;
  const SetupCode& setup_code_;
  const bool allow_signup_;
};

}  // namespace academy::auth

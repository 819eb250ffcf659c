// Managers' passkeys: adding, signing in with them, removing.
//
// Thread-safe.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "academy/auth/v1/passkeys.grpc.pb.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class PasskeysService final : public v1::Passkeys::CallbackService {
 public:
  // `academy_name` returns the academy's name in a language; called on any thread.
  PasskeysService(const Deps& deps, std::function<std::string(const std::string& language)> academy_name)
      : deps_(deps), rpc_(deps.rpc), academy_name_(std::move(academy_name)) {}

  ACADEMY_RPC(rpc_.executor(), BeginPasskeyRegistration, v1::BeginPasskeyRegistrationRequest,
              v1::BeginPasskeyRegistrationResponse)
  ACADEMY_RPC(rpc_.executor(), FinishPasskeyRegistration, v1::FinishPasskeyRegistrationRequest,
              v1::FinishPasskeyRegistrationResponse)
  ACADEMY_RPC(rpc_.executor(), BeginPasskeyLogin, v1::BeginPasskeyLoginRequest, v1::BeginPasskeyLoginResponse)
  ACADEMY_RPC(rpc_.executor(), FinishPasskeyLogin, v1::FinishPasskeyLoginRequest, v1::LoginManagerResponse)
  ACADEMY_RPC(rpc_.executor(), ListPasskeys, v1::ListPasskeysRequest, v1::ListPasskeysResponse)
  ACADEMY_RPC(rpc_.executor(), DeletePasskey, v1::DeletePasskeyRequest, v1::DeletePasskeyResponse)

 private:
  absl::StatusOr<v1::BeginPasskeyRegistrationResponse> BeginPasskeyRegistration(
      const Caller& caller, const v1::BeginPasskeyRegistrationRequest& request);
  absl::StatusOr<Positioned<v1::FinishPasskeyRegistrationResponse>> FinishPasskeyRegistration(
      const Caller& caller, const v1::FinishPasskeyRegistrationRequest& request);
  absl::StatusOr<v1::BeginPasskeyLoginResponse> BeginPasskeyLogin(const Caller& caller,
                                                                  const v1::BeginPasskeyLoginRequest& request);
  absl::StatusOr<v1::LoginManagerResponse> FinishPasskeyLogin(const Caller& caller,
                                                              const v1::FinishPasskeyLoginRequest& request);
  absl::StatusOr<v1::ListPasskeysResponse> ListPasskeys(const Caller& caller, const v1::ListPasskeysRequest& request);
  absl::StatusOr<v1::DeletePasskeyResponse> DeletePasskey(const Caller& caller,
                                                          const v1::DeletePasskeyRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
  const std::function<std::string(const std::string& language)> academy_name_;
};

}  // namespace academy::auth

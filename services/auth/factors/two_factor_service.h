// Managers' authenticator apps and recovery codes.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "academy/auth/v1/two_factor.grpc.pb.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class TwoFactorService final : public v1::TwoFactor::CallbackService {
 public:
  // `academy_name` returns the academy's name in a language; called on any thread.
  TwoFactorService(const Deps& deps, std::function<std::string(const std::string& language)> academy_name)
      : deps_(deps), rpc_(deps.rpc), academy_name_(std::move(academy_name)) {}

  ACADEMY_RPC(rpc_.executor(), GetFactors, v1::GetFactorsRequest, v1::GetFactorsResponse)
  ACADEMY_RPC(rpc_.executor(), BeginTotp, v1::BeginTotpRequest, v1::BeginTotpResponse)
  ACADEMY_RPC(rpc_.executor(), ConfirmTotp, v1::ConfirmTotpRequest, v1::ConfirmTotpResponse)
  ACADEMY_RPC(rpc_.executor(), DisableTotp, v1::DisableTotpRequest, v1::DisableTotpResponse)
  ACADEMY_RPC(rpc_.executor(), RenewRecoveryCodes, v1::RenewRecoveryCodesRequest, v1::RenewRecoveryCodesResponse)
  ACADEMY_RPC(rpc_.executor(), ResetFactors, v1::ResetFactorsRequest, v1::ResetFactorsResponse)
  ACADEMY_RPC(rpc_.executor(), ResetFactorsOf, v1::ResetFactorsOfRequest, v1::ResetFactorsOfResponse)

  // As ResetFactorsOf. Returns the feed's position.
  absl::StatusOr<int64_t> ResetFactorsOf(const std::string& email);

 private:
  absl::StatusOr<v1::GetFactorsResponse> GetFactors(const Caller& caller, const v1::GetFactorsRequest& request);
  absl::StatusOr<v1::BeginTotpResponse> BeginTotp(const Caller& caller, const v1::BeginTotpRequest& request);
  absl::StatusOr<Positioned<v1::ConfirmTotpResponse>> ConfirmTotp(const Caller& caller,
                                                                  const v1::ConfirmTotpRequest& request);
  absl::StatusOr<v1::DisableTotpResponse> DisableTotp(const Caller& caller, const v1::DisableTotpRequest& request);
  absl::StatusOr<v1::RenewRecoveryCodesResponse> RenewRecoveryCodes(const Caller& caller,
                                                                    const v1::RenewRecoveryCodesRequest& request);
  absl::StatusOr<Positioned<v1::ResetFactorsResponse>> ResetFactors(const Caller& caller,
                                                                    const v1::ResetFactorsRequest& request);
  absl::StatusOr<Positioned<v1::ResetFactorsOfResponse>> ResetFactorsOf(const Caller& caller,
                                                                        const v1::ResetFactorsOfRequest& request);

  // Removes the manager's factors. Returns the feed's position after the sessions that ended. May throw as SOCI does.
  int64_t Reset(Transaction& tx, const Caller& caller, const ManagerRecord& manager,
                std::optional<AuditParty> actor = std::nullopt);

  const Deps& deps_;
  RpcHandler& rpc_;
  const std::function<std::string(const std::string& language)> academy_name_;
};

}  // namespace academy::auth

#include "services/auth/factors/two_factor_service.h"

#include <optional>
#include <utility>
#include <vector>

#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/factors/factor_store.h"
#include "services/auth/factors/passkeys/passkey_store.h"
#include "services/auth/factors/recent_manager.h"
#include "services/auth/factors/totp.h"
#include "services/auth/mail/notices.h"
#include "services/auth/sessions/recent.h"
#include "services/auth/sessions/session_store.h"

namespace academy::auth {
namespace {

template <typename Response>
void Fill(Response& response, const std::vector<std::string>& codes) {
  // A write may run several times.
  response.mutable_result()->clear_recovery_codes();
  for (const std::string& code : codes) response.mutable_result()->add_recovery_codes(code);
}

}  // namespace

absl::StatusOr<v1::GetFactorsResponse> TwoFactorService::GetFactors(const Caller& caller,
                                                                    const v1::GetFactorsRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrSetup(caller));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::GetFactorsResponse> {
    v1::GetFactorsResponse response;
    response.set_message("Fetched Successfully");
    v1::GetFactorsResponse::Factors& factors = *response.mutable_result();
    factors.set_totp(FindTotp(sql, caller.id).has_value());
    factors.set_passkeys(static_cast<int32_t>(CountPasskeys(sql, caller.id)));
    factors.set_recovery_codes(static_cast<int32_t>(CountRecoveryCodes(sql, caller.id)));
    factors.set_required(deps_.factors.required());
    return response;
  });
}

absl::StatusOr<v1::BeginTotpResponse> TwoFactorService::BeginTotp(const Caller& caller,
                                                                  const v1::BeginTotpRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrSetup(caller));
  return deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<v1::BeginTotpResponse> {
    ASSIGN_OR_RETURN(ManagerRecord manager, FindRecentManager(tx.sql(), caller, deps_.clock.Now()));
    std::string secret = deps_.factors.BeginTotp(tx, manager.id);
    v1::BeginTotpResponse response;
    response.set_message("Created Successfully");
    response.mutable_result()->set_secret(TotpBase32(secret));
    response.mutable_result()->set_uri(TotpUri(secret, academy_name_(caller.language), manager.email));
    return response;
  });
}

absl::StatusOr<Positioned<v1::ConfirmTotpResponse>> TwoFactorService::ConfirmTotp(
    const Caller& caller, const v1::ConfirmTotpRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrSetup(caller));
  Validator validator;
  validator.Opaque("code", request.code());
  RETURN_IF_ERROR(validator.status());

  Positioned<v1::ConfirmTotpResponse> result;
  ASSIGN_OR_RETURN(result.feed_position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    ASSIGN_OR_RETURN(ManagerRecord manager, FindRecentManager(tx.sql(), caller, deps_.clock.Now()));
    RETURN_IF_ERROR(deps_.factors.ConfirmTotp(tx, manager.id, request.code()));
    Fill(result.response, deps_.factors.RenewRecoveryCodes(tx, manager.id));
    SendFactorsChanged(tx, deps_, manager, FactorsChange::kTotpOn);
    deps_.audit.Record(tx, caller, manager, "totp_enabled");
    // Whoever has only the password is signed out.
    return deps_.sessions.EndAll(tx, PersonKind::kManager, manager.id, session_reason::kLogout,
                                 /*except=*/caller.session_id);
  }));
  result.response.set_message("Created Successfully");
  return result;
}

absl::StatusOr<v1::DisableTotpResponse> TwoFactorService::DisableTotp(const Caller& caller,
                                                                      const v1::DisableTotpRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    ASSIGN_OR_RETURN(ManagerRecord manager, FindRecentManager(tx.sql(), caller, deps_.clock.Now()));
    ASSIGN_OR_RETURN(bool was_on, deps_.factors.DisableTotp(tx, manager.id));
    if (!was_on) return absl::OkStatus();
    SendFactorsChanged(tx, deps_, manager, FactorsChange::kTotpOff);
    deps_.audit.Record(tx, caller, manager, "totp_disabled");
    return absl::OkStatus();
  }));
  v1::DisableTotpResponse response;
  response.set_message("Deleted Successfully");
  return response;
}

absl::StatusOr<v1::RenewRecoveryCodesResponse> TwoFactorService::RenewRecoveryCodes(
    const Caller& caller, const v1::RenewRecoveryCodesRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  return deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<v1::RenewRecoveryCodesResponse> {
    ASSIGN_OR_RETURN(ManagerRecord manager, FindRecentManager(tx.sql(), caller, deps_.clock.Now()));
    if (!deps_.factors.IsOn(tx.sql(), manager.id)) return error::SecondFactorOff();
    v1::RenewRecoveryCodesResponse response;
    response.set_message("Created Successfully");
    Fill(response, deps_.factors.RenewRecoveryCodes(tx, manager.id));
    SendFactorsChanged(tx, deps_, manager, FactorsChange::kCodesMade);
    deps_.audit.Record(tx, caller, manager, "recovery_codes_renewed");
    return response;
  });
}

absl::StatusOr<Positioned<v1::ResetFactorsResponse>> TwoFactorService::ResetFactors(
    const Caller& caller, const v1::ResetFactorsRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  Validator validator;
  validator.Opaque("userId", request.manager_id());
  RETURN_IF_ERROR(validator.status());

  Positioned<v1::ResetFactorsResponse> result;
  ASSIGN_OR_RETURN(result.feed_position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    RETURN_IF_ERROR(RequireRecent(tx.sql(), caller, deps_.clock.Now()));
    std::optional<ManagerRecord> manager = FindManager(tx.sql(), request.manager_id());
    if (!manager.has_value()) return error::ManagerNotFound();
    if (manager->id == caller.id) return error::CannotResetSelf();
    return Reset(tx, caller, *manager);
  }));
  result.response.set_message("Deleted Successfully");
  return result;
}

absl::StatusOr<Positioned<v1::ResetFactorsOfResponse>> TwoFactorService::ResetFactorsOf(
    const Caller& caller, const v1::ResetFactorsOfRequest& request) {
  Positioned<v1::ResetFactorsOfResponse> result;
  ASSIGN_OR_RETURN(result.feed_position, ResetFactorsOf(request.email()));
  return result;
}

absl::StatusOr<int64_t> TwoFactorService::ResetFactorsOf(const std::string& email) {
  return deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<ManagerRecord> manager = FindManagerByEmail(tx.sql(), EmailKey(email));
    if (!manager.has_value()) return error::ManagerNotFound();
    return Reset(tx, {}, *manager, MachineOwner());
  });
}

int64_t TwoFactorService::Reset(Transaction& tx, const Caller& caller, const ManagerRecord& manager,
                                std::optional<AuditParty> actor) {
  deps_.factors.Reset(tx, manager.id);
  SendFactorsChanged(tx, deps_, manager, FactorsChange::kReset);
  deps_.audit.Record(
      tx, caller,
      AuditEntry{
          .action = "manager.factors_reset", .subject = PartyOf(manager), .details = {}, .actor = std::move(actor)});
  return deps_.sessions.EndAll(tx, PersonKind::kManager, manager.id, session_reason::kSignedOutByManager);
}

}  // namespace academy::auth

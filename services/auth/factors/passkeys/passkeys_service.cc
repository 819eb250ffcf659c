#include "services/auth/factors/passkeys/passkeys_service.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/factors/passkeys/passkey_store.h"
#include "services/auth/factors/passkeys/webauthn.h"
#include "services/auth/factors/recent_manager.h"
#include "services/auth/mail/notices.h"
#include "services/auth/sessions/session_store.h"
#include "services/auth/sign_in/manager_login.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr char kPublicKey[] = "public-key";
constexpr char kRequired[] = "required";

v1::Passkey ToProto(const PasskeyRecord& record) {
  v1::Passkey passkey;
  passkey.set_id(record.id);
  passkey.set_name(record.name);
  passkey.set_created_at(FormatTime(record.created_at));
  if (record.last_used_at > 0) passkey.set_last_used_at(FormatTime(record.last_used_at));
  passkey.set_synced(record.synced);
  return passkey;
}

v1::PasskeyDescriptor DescriptorOf(const PasskeyRecord& record) {
  v1::PasskeyDescriptor descriptor;
  descriptor.set_id(record.credential_id);
  descriptor.set_type(kPublicKey);
  for (absl::string_view transport : absl::StrSplit(record.transports, ',', absl::SkipEmpty())) {
    descriptor.add_transports(std::string(transport));
  }
  return descriptor;
}

int32_t Timeout() { return static_cast<int32_t>(absl::ToInt64Milliseconds(Passkeys::kLifetime)); }

}  // namespace

absl::StatusOr<v1::BeginPasskeyRegistrationResponse> PasskeysService::BeginPasskeyRegistration(
    const Caller& caller, const v1::BeginPasskeyRegistrationRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrSetup(caller));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::BeginPasskeyRegistrationResponse> {
    ASSIGN_OR_RETURN(ManagerRecord manager, FindRecentManager(sql, caller, deps_.clock.Now()));
    ASSIGN_OR_RETURN(RelyingParty party, deps_.passkeys.Party());
    std::vector<PasskeyRecord> present = auth::ListPasskeys(sql, manager.id);
    if (present.size() >= Passkeys::kMaxPasskeys) return error::TooManyPasskeys();

    v1::BeginPasskeyRegistrationResponse response;
    response.set_message("Created Successfully");
    auto& options = *response.mutable_result();
    options.mutable_rp()->set_id(party.id);
    options.mutable_rp()->set_name(academy_name_(caller.language));
    options.mutable_user()->set_id(Base64Url(manager.id));
    options.mutable_user()->set_name(manager.email);
    options.mutable_user()->set_display_name(manager.fullname);
    options.set_challenge(Base64Url(deps_.passkeys.NewChallenge(Ceremony::kRegistration, manager.id)));
    for (int algorithm : PasskeyAlgorithms()) {
      auto& parameter = *options.add_pub_key_cred_params();
      parameter.set_type(kPublicKey);
      parameter.set_alg(algorithm);
    }
    options.set_timeout(Timeout());
    for (const PasskeyRecord& passkey : present) *options.add_exclude_credentials() = DescriptorOf(passkey);
    options.mutable_authenticator_selection()->set_resident_key(kRequired);
    options.mutable_authenticator_selection()->set_require_resident_key(true);
    options.mutable_authenticator_selection()->set_user_verification(kRequired);
    options.set_attestation("none");
    return response;
  });
}

absl::StatusOr<Positioned<v1::FinishPasskeyRegistrationResponse>> PasskeysService::FinishPasskeyRegistration(
    const Caller& caller, const v1::FinishPasskeyRegistrationRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrSetup(caller));
  Validator validator;
  std::string name = validator.Label("name", request.name());
  if (request.credential().id().empty()) validator.Opaque("credential", "");
  RETURN_IF_ERROR(validator.status());

  Positioned<v1::FinishPasskeyRegistrationResponse> result;
  ASSIGN_OR_RETURN(result.feed_position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    result.response.Clear();
    ASSIGN_OR_RETURN(ManagerRecord manager, FindRecentManager(tx.sql(), caller, deps_.clock.Now()));
    bool first = !deps_.factors.IsOn(tx.sql(), manager.id);
    ASSIGN_OR_RETURN(PasskeyRecord added, deps_.passkeys.Add(tx, manager.id, request.credential(), name));
    *result.response.mutable_result()->mutable_passkey() = ToProto(added);
    if (first) {
      for (const std::string& code : deps_.factors.RenewRecoveryCodes(tx, manager.id)) {
        result.response.mutable_result()->add_recovery_codes(code);
      }
    }
    SendFactorsChanged(tx, deps_, manager, FactorsChange::kPasskeyAdded);
    deps_.audit.Record(tx, caller, manager, "passkey_added", {{"name", added.name}});
    // Whoever has only the password is signed out.
    return deps_.sessions.EndAll(tx, PersonKind::kManager, manager.id, session_reason::kLogout,
                                 /*except=*/caller.session_id);
  }));
  result.response.set_message("Created Successfully");
  return result;
}

absl::StatusOr<v1::BeginPasskeyLoginResponse> PasskeysService::BeginPasskeyLogin(
    const Caller& caller, const v1::BeginPasskeyLoginRequest& request) {
  ASSIGN_OR_RETURN(RelyingParty party, deps_.passkeys.Party());
  v1::BeginPasskeyLoginResponse response;
  response.set_message("Created Successfully");
  auto& options = *response.mutable_result();
  options.set_challenge(Base64Url(deps_.passkeys.NewChallenge(Ceremony::kLogin)));
  options.set_timeout(Timeout());
  options.set_rp_id(party.id);
  options.set_user_verification(kRequired);
  return response;
}

absl::StatusOr<v1::LoginManagerResponse> PasskeysService::FinishPasskeyLogin(
    const Caller& caller, const v1::FinishPasskeyLoginRequest& request) {
  Validator validator;
  if (request.credential().id().empty()) validator.Opaque("credential", "");
  RETURN_IF_ERROR(validator.status());

  RETURN_IF_ERROR(deps_.passkeys.Party().status());
  // A refusal, which is committed with its event.
  absl::Status refused;
  ASSIGN_OR_RETURN(v1::LoginManagerResponse response,
                   deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<v1::LoginManagerResponse> {
                     std::optional<ManagerRecord> manager = FindPasskeyOwner(tx.sql(), request.credential());
                     auto used = deps_.passkeys.Use(tx, request.credential());
                     if (!used.ok() || !manager.has_value()) {
                       refused = used.ok() ? error::WrongPasskey() : used.status();
                       if (manager.has_value()) {
                         deps_.audit.Record(tx, caller, *manager, "sign_in_failed", {{"reason", "wrong_passkey"}});
                       }
                       return v1::LoginManagerResponse();
                     }
                     return SignedIn(*manager, OpenManagerSession(tx, deps_, caller, *manager, factor::kPasskey));
                   }));
  RETURN_IF_ERROR(refused);
  return response;
}

absl::StatusOr<v1::ListPasskeysResponse> PasskeysService::ListPasskeys(const Caller& caller,
                                                                       const v1::ListPasskeysRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrSetup(caller));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListPasskeysResponse> {
    v1::ListPasskeysResponse response;
    for (const PasskeyRecord& passkey : auth::ListPasskeys(sql, caller.id)) *response.add_result() = ToProto(passkey);
    response.set_message(response.result_size() == 0 ? "No data found." : "Fetched Successfully");
    if (auto party = deps_.passkeys.Party(); party.ok()) response.set_origin(party->origin);
    return response;
  });
}

absl::StatusOr<v1::DeletePasskeyResponse> PasskeysService::DeletePasskey(const Caller& caller,
                                                                         const v1::DeletePasskeyRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  Validator validator;
  validator.Opaque("passkeyId", request.passkey_id());
  RETURN_IF_ERROR(validator.status());

  absl::Status removed = deps_.database.Write([&](Transaction& tx) -> absl::Status {
    ASSIGN_OR_RETURN(ManagerRecord manager, FindRecentManager(tx.sql(), caller, deps_.clock.Now()));
    RETURN_IF_ERROR(deps_.factors.RemovePasskey(tx, manager.id, request.passkey_id()));
    SendFactorsChanged(tx, deps_, manager, FactorsChange::kPasskeyRemoved);
    deps_.audit.Record(tx, caller, manager, "passkey_removed");
    return absl::OkStatus();
  });
  RETURN_IF_ERROR(removed);
  v1::DeletePasskeyResponse response;
  response.set_message("Deleted Successfully");
  return response;
}

}  // namespace academy::auth

#include "services/auth/sign_in/manager_sign_in_service.h"

#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/factors/totp.h"
#include "services/auth/mail/notices.h"
#include "services/auth/sessions/recent.h"
#include "services/auth/sign_in/manager_login.h"
#include "services/auth/store_status.h"
#include "services/auth/unlock/unlock_mail.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/joined/joined_writes.h"

namespace academy::auth {
namespace {

constexpr char kSetupCode[] = "setup code";

bool IsWrongFactor(const absl::Status& status) { return DetailOf(status).reason == "wrong_code"; }

// What the trail says of a sign-in with a second factor.
AuditDetails DetailsOf(const std::string& used_factor) {
  return used_factor.empty() ? AuditDetails() : AuditDetails{{"factor", used_factor}};
}

v1::ReauthenticateManagerResponse Reauthenticated() {
  v1::ReauthenticateManagerResponse response;
  response.set_message("Signed in Successfully");
  return response;
}

}  // namespace

absl::StatusOr<v1::SignUpManagerResponse> ManagerSignInService::SignUpManager(const Caller& caller,
                                                                              const v1::SignUpManagerRequest& request,
                                                                              const BotProof& proof) {
  // Checked before hashing, which costs much more.
  ASSIGN_OR_RETURN(bool first, deps_.database.Read([&](soci::session& sql) { return AdmitSignUp(sql); }));
  Validator validator;
  ManagerRecord manager;
  manager.email = validator.Email("email", request.email());
  validator.NewPassword("password", request.password(), deps_.password_rules);
  manager.fullname = validator.Fullname("fullname", request.fullname());
  if (!request.setup_code().empty()) validator.Opaque("setupCode", request.setup_code());
  RETURN_IF_ERROR(validator.status());
  RETURN_IF_ERROR(deps_.guard.AdmitSignUp(caller, proof));
  if (first && setup_code_.asked()) {
    RETURN_IF_ERROR(RequireSetupCode(caller, request.setup_code()));
  }

  manager.created_at = deps_.clock.Now();
  manager.id = NewId(manager.created_at);
  manager.email_key = EmailKey(manager.email);
  manager.language = LanguageOf(caller.language);
  manager.password_hash = deps_.passwords.Hash(request.password());
  // Checked again in the transaction of the insert, so that only one of concurrent first sign-ups wins.
  RETURN_IF_ERROR(OrEmailTaken(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    absl::StatusOr<bool> still_first = AdmitSignUp(tx.sql());
    if (!still_first.ok()) return still_first.status();
    manager.role = *still_first ? Role::kOwner : Role::kManager;
    InsertManager(tx.sql(), manager);
    deps_.audit.RecordOwn(tx, caller, manager, "signed_up", {{"email", manager.email}});
    return absl::OkStatus();
  })));
  AfterCommit([this] { setup_code_.Remove(); });

  v1::SignUpManagerResponse response;
  response.set_message("Signed up Successfully");
  *response.mutable_result() = ToProto(manager);
  return response;
}

absl::StatusOr<WithDevice<v1::LoginManagerResponse>> ManagerSignInService::LoginManager(
    const Caller& caller, const v1::LoginManagerRequest& request, const BotProof& proof) {
  Validator validator;
  validator.Opaque("email", request.email());
  validator.CurrentPassword("password", request.password());
  if (!request.code().empty()) validator.Opaque("code", request.code());
  if (!request.recovery_code().empty()) validator.Opaque("recoveryCode", request.recovery_code());
  RETURN_IF_ERROR(validator.status());
  std::string email_key = EmailKey(request.email());
  ASSIGN_OR_RETURN(SignInAttempt attempt, deps_.guard.AdmitSignIn(caller, PersonKind::kManager, email_key, proof));

  using Found = absl::StatusOr<std::optional<ManagerRecord>>;
  ASSIGN_OR_RETURN(std::optional<ManagerRecord> manager, deps_.database.Read([&](soci::session& sql) -> Found {
    return FindManagerByEmail(sql, email_key);
  }));
  if (!manager.has_value()) {
    deps_.passwords.VerifyNobody(request.password());
    return attempt.Failed(/*known=*/false, error::UnknownEmail());
  }
  if (!deps_.passwords.Verify(manager->password_hash, request.password())) {
    RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
      deps_.audit.Record(tx, caller, *manager, "sign_in_failed", {{"reason", "wrong_password"}});
      MailUnlockLink(tx, deps_, *manager);
      return absl::OkStatus();
    }));
    return attempt.Failed(/*known=*/true, error::WrongPassword());
  }
  std::string rehashed;
  if (deps_.passwords.NeedsRehash(manager->password_hash)) rehashed = deps_.passwords.Hash(request.password());

  std::string device_token;
  // A refusal of the second factor, which is committed with its event and counters.
  absl::Status refused;
  ASSIGN_OR_RETURN(OpenedSession opened, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<OpenedSession> {
    std::optional<ManagerRecord> now = FindManager(tx.sql(), manager->id);
    // The manager may have been removed, or the password changed, since the check.
    if (!now.has_value()) return error::UnknownEmail();
    if (now->password_hash != manager->password_hash) return error::WrongPassword();
    auto used = UseFactor(tx, caller, *now, {.code = request.code(), .recovery_code = request.recovery_code()},
                          "sign_in_failed");
    if (!used.ok()) {
      if (!IsWrongFactor(used.status())) attempt.Unfinished(tx);
      refused = used.status();
      return OpenedSession();
    }
    if (!rehashed.empty()) SetManagerPassword(tx.sql(), now->id, rehashed);
    attempt.Succeeded(tx);
    device_token = attempt.RememberDevice(tx);
    return OpenManagerSession(tx, deps_, caller, *now, *used);
  }));
  if (!refused.ok()) return attempt.Failed(/*known=*/true, refused);

  return WithDevice<v1::LoginManagerResponse>{.response = SignedIn(*manager, opened), .device_token = device_token};
}

absl::StatusOr<v1::CheckManagerResponse> ManagerSignInService::CheckManager(const Caller& caller,
                                                                            const v1::CheckManagerRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrSetup(caller));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::CheckManagerResponse> {
    std::optional<ManagerRecord> manager = FindManager(sql, caller.id);
    if (!manager.has_value()) return error::SessionEnded(session_reason::kRemoved);
    v1::CheckManagerResponse response;
    response.set_message("Signed in");
    *response.mutable_result() = ToProto(*manager);
    response.set_second_factor_setup_required(deps_.factors.InSetup(sql, manager->id));
    return response;
  });
}

absl::StatusOr<v1::CheckSignUpResponse> ManagerSignInService::CheckSignUp(const Caller& caller,
                                                                          const v1::CheckSignUpRequest& request) {
  ASSIGN_OR_RETURN(bool first, deps_.database.Read([&](soci::session& sql) { return AdmitSignUp(sql); }));
  v1::CheckSignUpResponse response;
  response.set_message("allowed");
  response.set_setup_code_required(first && setup_code_.asked());
  response.set_first(first);
  return response;
}

absl::StatusOr<Positioned<v1::ChangeManagerPasswordResponse>> ManagerSignInService::ChangeManagerPassword(
    const Caller& caller, const v1::ChangeManagerPasswordRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  Validator validator;
  validator.CurrentPassword("password", request.password());
  validator.NewPassword("newPassword", request.new_password(), deps_.password_rules);
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(ManagerRecord manager, LoadCaller(caller));
  RETURN_IF_ERROR(RequireRecent(deps_, caller));
  RETURN_IF_ERROR(deps_.guard.AdmitPasswordCheck(caller, PersonKind::kManager, manager.email_key).status());
  if (!deps_.passwords.Verify(manager.password_hash, request.password())) return RefusePassword(deps_, manager);
  std::string password_hash = deps_.passwords.Hash(request.new_password());

  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<ManagerRecord> now = FindManager(tx.sql(), manager.id);
    // The manager may have been removed, or the password changed, since the check.
    if (!now.has_value()) return error::SessionEnded(session_reason::kRemoved);
    if (now->password_hash != manager.password_hash) return error::WrongPassword();
    SetManagerPassword(tx.sql(), manager.id, password_hash);
    SendPasswordChanged(tx, deps_, *now);
    deps_.guard.PasswordProven(tx, PersonKind::kManager, manager.email_key, caller.session_id);
    deps_.audit.Record(tx, caller, manager, "password_changed");
    return deps_.sessions.EndAll(tx, PersonKind::kManager, manager.id, session_reason::kPasswordChanged,
                                 /*except=*/caller.session_id);
  }));

  Positioned<v1::ChangeManagerPasswordResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Password Changed");
  result.response.set_success(true);
  result.response.set_msg("Password Changed");
  return result;
}

absl::StatusOr<v1::ReauthenticateManagerResponse> ManagerSignInService::ReauthenticateManager(
    const Caller& caller, const v1::ReauthenticateManagerRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrSetup(caller));
  if (request.has_passkey()) return ReauthenticateByPasskey(caller, request.passkey());
  Validator validator;
  validator.CurrentPassword("password", request.password());
  if (!request.code().empty()) validator.Opaque("code", request.code());
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(ManagerRecord manager, LoadCaller(caller));
  ASSIGN_OR_RETURN(PasswordCheck check,
                   deps_.guard.AdmitPasswordCheck(caller, PersonKind::kManager, manager.email_key));
  if (!deps_.passwords.Verify(manager.password_hash, request.password())) {
    RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
      deps_.audit.Record(tx, caller, manager, "reauthentication_failed", {{"reason", "wrong_password"}});
      MailUnlockLink(tx, deps_, manager);
      return absl::OkStatus();
    }));
    return error::WrongPassword();
  }

  absl::Status refused;
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<ManagerRecord> now = FindManager(tx.sql(), manager.id);
    // Removed, or given another password, since it was looked at.
    if (!now.has_value()) return error::SessionEnded(session_reason::kRemoved);
    if (now->password_hash != manager.password_hash) return error::WrongPassword();
    FactorProof proof = IsTotpCode(request.code()) ? FactorProof{.code = request.code(), .recovery_code = {}}
                                                   : FactorProof{.code = {}, .recovery_code = request.code()};
    auto used = UseFactor(tx, caller, *now, proof, "reauthentication_failed");
    if (!used.ok()) {
      if (!IsWrongFactor(used.status())) deps_.guard.Unfinished(tx, check);
      refused = used.status();
      return absl::OkStatus();
    }
    deps_.guard.PasswordProven(tx, PersonKind::kManager, manager.email_key, caller.session_id);
    deps_.audit.Record(tx, caller, manager, "reauthenticated", DetailsOf(*used));
    return deps_.sessions.MakeRecent(tx, caller.session_id);
  }));
  RETURN_IF_ERROR(refused);
  return Reauthenticated();
}

absl::StatusOr<v1::ReauthenticateManagerResponse> ManagerSignInService::ReauthenticateByPasskey(
    const Caller& caller, const v1::PasskeyAssertion& assertion) {
  ASSIGN_OR_RETURN(ManagerRecord manager, LoadCaller(caller));
  RETURN_IF_ERROR(deps_.passkeys.Party().status());
  absl::Status refused;
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<ManagerRecord> owner = FindPasskeyOwner(tx.sql(), assertion);
    // Another manager's is not tried, so that its challenge and counter stay as they are.
    auto used =
        owner.has_value() && owner->id == manager.id ? deps_.passkeys.Use(tx, assertion) : error::WrongPasskey();
    if (!used.ok()) {
      deps_.audit.Record(tx, caller, manager, "reauthentication_failed", {{"reason", "wrong_passkey"}});
      refused = used.status();
      return absl::OkStatus();
    }
    deps_.audit.Record(tx, caller, manager, "reauthenticated", DetailsOf(factor::kPasskey));
    return deps_.sessions.MakeRecent(tx, caller.session_id);
  }));
  RETURN_IF_ERROR(refused);
  return Reauthenticated();
}

absl::StatusOr<Positioned<v1::LogoutManagerResponse>> ManagerSignInService::LogoutManager(
    const Caller& caller, const v1::LogoutManagerRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrSetup(caller));
  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    int64_t ended = deps_.sessions.End(tx, caller.session_id, session_reason::kLogout);
    if (ended > 0) deps_.audit.Record(tx, caller, {.action = "manager.signed_out", .subject = ActorOf(caller)});
    return ended;
  }));
  Positioned<v1::LogoutManagerResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Signed out");
  return result;
}

absl::StatusOr<std::string> ManagerSignInService::UseFactor(Transaction& tx, const Caller& caller,
                                                            const ManagerRecord& manager, const FactorProof& proof,
                                                            const std::string& failure) const {
  absl::StatusOr<std::string> used = deps_.factors.Use(tx, manager.id, proof);
  if (IsWrongFactor(used.status())) {
    deps_.audit.Record(tx, caller, manager, failure, {{"reason", "wrong_code"}});
    MailUnlockLink(tx, deps_, manager);
  }
  if (used.ok() && *used == factor::kRecoveryCode) {
    SendFactorsChanged(tx, deps_, manager, FactorsChange::kCodeUsed);
  }
  return used;
}

absl::StatusOr<ManagerRecord> ManagerSignInService::LoadCaller(const Caller& caller) const {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<ManagerRecord> {
    std::optional<ManagerRecord> manager = FindManager(sql, caller.id);
    if (!manager.has_value()) return error::SessionEnded(session_reason::kRemoved);
    return *std::move(manager);
  });
}

absl::StatusOr<bool> ManagerSignInService::AdmitSignUp(soci::session& sql) const {
  bool first = CountManagers(sql) == 0;
  if (!first && !allow_signup_) return error::SignupNotAllowed();
  return first;
}

absl::Status ManagerSignInService::RequireSetupCode(const Caller& caller, const std::string& code) {
  if (code.empty()) return error::WrongSetupCode();
  RETURN_IF_ERROR(deps_.guard.AdmitGuess(caller, kSetupCode));
  if (!setup_code_.Matches(code)) return error::WrongSetupCode();
  ApartWrites apart;
  return deps_.database.Write([&](Transaction& tx) -> absl::Status {
    deps_.guard.GuessedRight(tx, caller, kSetupCode);
    return absl::OkStatus();
  });
}

}  // namespace academy::auth

#include "services/auth/sign_in/learner_sign_in_service.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/sessions/session_store.h"
#include "services/auth/sign_in/activation_mail.h"
#include "services/auth/sign_in/token_store.h"
#include "services/auth/store_status.h"
#include "services/auth/unlock/unlock_mail.h"
#include "services/platform/crypto/random.h"

namespace academy::auth {
namespace {

// Minimum pause between two requested activation mails.
constexpr absl::Duration kResendPause = absl::Minutes(1);

// Whether an e-mail address may be signed up, given the account that has it: one that was never activated is replaced.
absl::Status RequireMaySignUp(soci::session& sql, const std::optional<LearnerRecord>& taken, UnixMillis now) {
  if (!taken.has_value()) return absl::OkStatus();
  if (taken->activated != 0) return error::EmailTaken();
  return RequireActivationMailLeft(sql, taken->id, now);
}

// Errors for a learner who may not sign in despite the right password.
absl::Status RequireMaySignIn(const LearnerRecord& learner) {
  if (learner.activated == 0) return error::NotActivated();
  if (learner.active == 0) return error::AccountInactive();
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::SignUpLearnerResponse> LearnerSignInService::SignUpLearner(const Caller& caller,
                                                                              const v1::SignUpLearnerRequest& request,
                                                                              const BotProof& proof) {
  Validator validator;
  LearnerRecord learner;
  learner.email = validator.Email("email", request.email());
  validator.NewPassword("password", request.password(), deps_.password_rules);
  learner.fullname = validator.Fullname("fullname", request.fullname());
  RETURN_IF_ERROR(validator.status());
  RETURN_IF_ERROR(deps_.guard.AdmitSignUp(caller, proof));

  learner.email_key = EmailKey(learner.email);
  auto require_may = [&](soci::session& sql) -> absl::StatusOr<std::optional<LearnerRecord>> {
    std::optional<LearnerRecord> taken = FindLearnerByEmail(sql, learner.email_key);
    if (absl::Status allowed = RequireMaySignUp(sql, taken, deps_.clock.Now()); !allowed.ok()) return allowed;
    return taken;
  };
  // Checked before hashing, which costs much more; the check in the transaction is decisive.
  absl::Status may = deps_.database.Read(require_may).status();
  if (absl::IsAlreadyExists(may)) return deps_.guard.Reveal(caller, may);
  RETURN_IF_ERROR(may);

  learner.created_at = deps_.clock.Now();
  learner.id = NewId(learner.created_at);
  learner.fullname_key = Fold(learner.fullname);
  learner.password_hash = deps_.passwords.Hash(request.password());
  learner.language = LanguageOf(caller.language);
  auto store = [&](Transaction& tx) -> absl::Status {
    absl::StatusOr<std::optional<LearnerRecord>> taken = require_may(tx.sql());
    if (!taken.ok()) return taken.status();
    if (taken->has_value()) {
      Replace(tx, **std::move(taken), learner);
    } else {
      InsertLearner(tx.sql(), learner);
    }
    deps_.audit.RecordOwn(tx, caller, learner, "signed_up", {{"email", learner.email}});
    SendActivation(deps_, tx, learner);
    return absl::OkStatus();
  };
  RETURN_IF_ERROR(OrEmailTaken(deps_.database.Write(store)));

  v1::SignUpLearnerResponse response;
  response.set_message("Request sent Successfully");
  response.set_activation("sent");
  return response;
}

absl::StatusOr<v1::ActivateResponse> LearnerSignInService::Activate(const Caller& caller,
                                                                    const v1::ActivateRequest& request) {
  Validator validator;
  validator.Opaque("email", request.email());
  validator.Opaque("token", request.token());
  RETURN_IF_ERROR(validator.status());

  absl::Status activated = deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<LearnerRecord> learner = FindLearnerByEmail(tx.sql(), EmailKey(request.email()));
    if (!learner.has_value()) return error::ActivationEmailNotFound();
    // The token is kept until it expires, so that activating twice succeeds.
    if (!IsActivationToken(tx.sql(), HashToken(request.token()), learner->id, deps_.clock.Now())) {
      return error::WrongCode();
    }
    if (learner->activated == 0) {
      SetLearnerFlags(tx.sql(), learner->id, learner->active != 0, /*activated=*/true);
      deps_.audit.RecordOwn(tx, caller, *learner, "activated");
      deps_.sessions.AppendLearnerChanged(tx, learner->id);
    }
    return absl::OkStatus();
  });
  if (absl::IsNotFound(activated)) return deps_.guard.Reveal(caller, activated);
  if (absl::IsInvalidArgument(activated)) return deps_.guard.Conceal(caller, activated);
  RETURN_IF_ERROR(activated);

  v1::ActivateResponse response;
  response.set_message("Your account is active now");
  return response;
}

absl::StatusOr<v1::ResendActivationResponse> LearnerSignInService::ResendActivation(
    const Caller& caller, const v1::ResendActivationRequest& request) {
  Validator validator;
  validator.Opaque("email", request.email());
  RETURN_IF_ERROR(validator.status());
  RETURN_IF_ERROR(deps_.guard.AdmitResend(caller));

  // The response is the same for every address, so that it does not reveal who has an account.
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<LearnerRecord> learner = FindLearnerByEmail(tx.sql(), EmailKey(request.email()));
    if (!learner.has_value() || learner->activated != 0) return absl::OkStatus();
    UnixMillis now = deps_.clock.Now();
    if (ActivationTokenMadeAt(tx.sql(), learner->id, /*newer=*/0) + kResendPause > now) return absl::OkStatus();
    if (!RequireActivationMailLeft(tx.sql(), learner->id, now).ok()) return absl::OkStatus();
    SendActivation(deps_, tx, *learner);
    return absl::OkStatus();
  }));

  v1::ResendActivationResponse response;
  response.set_message("Request sent Successfully");
  return response;
}

absl::StatusOr<WithDevice<v1::LoginLearnerResponse>> LearnerSignInService::LoginLearner(
    const Caller& caller, const v1::LoginLearnerRequest& request, const BotProof& proof) {
  Validator validator;
  validator.Opaque("email", request.email());
  validator.CurrentPassword("password", request.password());
  RETURN_IF_ERROR(validator.status());
  std::string email_key = EmailKey(request.email());
  ASSIGN_OR_RETURN(SignInAttempt attempt, deps_.guard.AdmitSignIn(caller, PersonKind::kLearner, email_key, proof));

  ASSIGN_OR_RETURN(std::optional<LearnerRecord> learner, LoadByEmail(email_key));
  if (!learner.has_value()) {
    deps_.passwords.VerifyNobody(request.password());
    return attempt.Failed(/*known=*/false, error::UnknownEmail());
  }
  if (!deps_.passwords.Verify(learner->password_hash, request.password())) {
    RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
      deps_.audit.Record(tx, caller, *learner, "sign_in_failed", {{"reason", "wrong_password"}});
      MailUnlockLink(tx, deps_, *learner);
      return absl::OkStatus();
    }));
    return attempt.Failed(/*known=*/true, error::WrongPassword());
  }
  std::string rehashed;
  if (deps_.passwords.NeedsRehash(learner->password_hash)) rehashed = deps_.passwords.Hash(request.password());

  // Separate from the transaction's status, because a refusal here must not roll the counters back.
  absl::Status refused;
  std::string device_token;
  ASSIGN_OR_RETURN(OpenedSession opened, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<OpenedSession> {
    std::optional<LearnerRecord> now = FindLearner(tx.sql(), learner->id);
    // The learner may have been removed, or the password changed, since the check.
    if (!now.has_value()) return error::UnknownEmail();
    if (now->password_hash != learner->password_hash) return error::WrongPassword();
    if (!rehashed.empty()) SetLearnerPassword(tx.sql(), now->id, rehashed);
    attempt.Succeeded(tx);
    refused = RequireMaySignIn(*now);
    if (!refused.ok()) {
      deps_.audit.RecordOwn(tx, caller, *now, "sign_in_failed", {{"reason", DetailOf(refused).reason}});
      return OpenedSession{};
    }
    deps_.audit.RecordOwn(tx, caller, *now, "signed_in");
    RecordLearnerLogin(tx.sql(), now->id, deps_.clock.Now());
    device_token = attempt.RememberDevice(tx);
    return deps_.sessions.Open(tx, PersonKind::kLearner, now->id, caller);
  }));
  RETURN_IF_ERROR(refused);

  WithDevice<v1::LoginLearnerResponse> result{
      .response = {}, .device_token = device_token, .feed_position = opened.feed_position};
  result.response.set_message("Signed in Successfully");
  result.response.set_client_token(opened.token);
  result.response.mutable_result()->set_learner_id(learner->id);
  result.response.mutable_result()->set_fullname(learner->fullname);
  return result;
}

absl::StatusOr<v1::ReauthenticateLearnerResponse> LearnerSignInService::ReauthenticateLearner(
    const Caller& caller, const v1::ReauthenticateLearnerRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  Validator validator;
  validator.CurrentPassword("password", request.password());
  RETURN_IF_ERROR(validator.status());

  using Found = absl::StatusOr<std::optional<LearnerRecord>>;
  ASSIGN_OR_RETURN(std::optional<LearnerRecord> learner,
                   deps_.database.Read([&](soci::session& sql) -> Found { return FindLearner(sql, caller.id); }));
  if (!learner.has_value()) return error::SessionEnded(session_reason::kRemoved);
  RETURN_IF_ERROR(deps_.guard.AdmitPasswordCheck(caller, PersonKind::kLearner, learner->email_key).status());
  if (!deps_.passwords.Verify(learner->password_hash, request.password())) {
    RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
      deps_.audit.Record(tx, caller, *learner, "reauthentication_failed", {{"reason", "wrong_password"}});
      MailUnlockLink(tx, deps_, *learner);
      return absl::OkStatus();
    }));
    return error::WrongPassword();
  }

  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<LearnerRecord> now = FindLearner(tx.sql(), learner->id);
    // Removed, or given another password, since it was looked at.
    if (!now.has_value()) return error::SessionEnded(session_reason::kRemoved);
    if (now->password_hash != learner->password_hash) return error::WrongPassword();
    deps_.guard.PasswordProven(tx, PersonKind::kLearner, learner->email_key, caller.session_id);
    deps_.audit.Record(tx, caller, *learner, "reauthenticated");
    return deps_.sessions.MakeRecent(tx, caller.session_id);
  }));

  v1::ReauthenticateLearnerResponse response;
  response.set_message("Signed in Successfully");
  return response;
}

absl::StatusOr<Positioned<v1::LogoutLearnerResponse>> LearnerSignInService::LogoutLearner(
    const Caller& caller, const v1::LogoutLearnerRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    int64_t ended = deps_.sessions.End(tx, caller.session_id, session_reason::kLogout);
    if (ended > 0) deps_.audit.Record(tx, caller, {.action = "learner.signed_out", .subject = ActorOf(caller)});
    return ended;
  }));
  Positioned<v1::LogoutLearnerResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Signed out");
  return result;
}

void LearnerSignInService::Replace(Transaction& tx, LearnerRecord old, LearnerRecord& learner) {
  EndActivationTokens(tx.sql(), old.id, learner.created_at);
  old.email = learner.email;
  old.fullname = learner.fullname;
  old.fullname_key = learner.fullname_key;
  old.password_hash = learner.password_hash;
  old.language = learner.language;
  learner = std::move(old);
  UpdateLearner(tx.sql(), learner);
  deps_.sessions.AppendLearnerChanged(tx, learner.id);
}

absl::StatusOr<std::optional<LearnerRecord>> LearnerSignInService::LoadByEmail(const std::string& email_key) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<std::optional<LearnerRecord>> {
    return FindLearnerByEmail(sql, email_key);
  });
}

}  // namespace academy::auth

#include "services/auth/learner_auth_service.h"

#include <utility>

#include "services/auth/activation_mail.h"
#include "services/auth/converters.h"
#include "services/auth/errors.h"
#include "services/auth/store_status.h"
#include "services/auth/text.h"
#include "services/auth/token_store.h"
#include "services/auth/validation.h"
#include "services/common/ids.h"

namespace academy::auth {
namespace {

constexpr UnixMillis kMinute = 60 * 1000;
// Between two activation mails that somebody asks for.
constexpr UnixMillis kResendPause = kMinute;

// Whether an address may be signed up, given the account that has it: one that was never activated gives way.
absl::Status RequireMaySignUp(soci::session& sql, const std::optional<LearnerRecord>& taken, UnixMillis now) {
  if (!taken.has_value()) return absl::OkStatus();
  if (taken->activated != 0) return error::EmailTaken();
  return RequireActivationMailLeft(sql, taken->id, now);
}

// Why a learner with the right password may still not sign in.
absl::Status RequireMaySignIn(const LearnerRecord& learner) {
  if (learner.activated == 0) return error::NotActivated();
  if (learner.active == 0) return error::AccountInactive();
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::SignUpLearnerResponse> LearnerAuthService::SignUpLearner(const Caller& caller,
                                                                            const v1::SignUpLearnerRequest& request,
                                                                            const BotProof& proof) {
  Validator validator;
  LearnerRecord learner;
  learner.email = validator.Email("email", request.email());
  validator.NewPassword("password", request.password(), parts_.password_rules);
  learner.fullname = validator.Fullname("fullname", request.fullname());
  RETURN_IF_ERROR(validator.status());
  RETURN_IF_ERROR(parts_.guard.AdmitSignUp(caller, proof));

  learner.email_key = EmailKey(learner.email);
  auto require_may = [&](soci::session& sql) -> absl::StatusOr<std::optional<LearnerRecord>> {
    std::optional<LearnerRecord> taken = FindLearnerByEmail(sql, learner.email_key);
    if (absl::Status allowed = RequireMaySignUp(sql, taken, parts_.clock.Now()); !allowed.ok()) return allowed;
    return taken;
  };
  // Before the hash, which costs much more than this look; the look in the transaction has the last word.
  absl::Status may = parts_.database.Read(require_may).status();
  if (absl::IsAlreadyExists(may)) return parts_.guard.Tell(caller, may);
  RETURN_IF_ERROR(may);

  learner.created_at = parts_.clock.Now();
  learner.id = NewId(learner.created_at);
  learner.fullname_key = Fold(learner.fullname);
  learner.password_hash = parts_.passwords.Hash(request.password());
  learner.language = LanguageOf(caller.language);
  auto store = [&](Transaction& tx) -> absl::Status {
    absl::StatusOr<std::optional<LearnerRecord>> taken = require_may(tx.sql());
    if (!taken.ok()) return taken.status();
    if (taken->has_value()) {
      Replace(tx, **std::move(taken), learner);
    } else {
      InsertLearner(tx.sql(), learner);
    }
    parts_.audit.TellOwn(tx, caller, learner, "signed_up", {{"email", learner.email}});
    SendActivation(parts_, tx, learner);
    return absl::OkStatus();
  };
  RETURN_IF_ERROR(OrEmailTaken(parts_.database.Write(store)));

  v1::SignUpLearnerResponse response;
  response.set_message("Request sent Successfully");
  response.set_activation("sent");
  return response;
}

absl::StatusOr<v1::ActivateResponse> LearnerAuthService::Activate(const Caller& caller,
                                                                  const v1::ActivateRequest& request) {
  Validator validator;
  validator.Opaque("email", request.email());
  validator.Opaque("token", request.token());
  RETURN_IF_ERROR(validator.status());

  absl::Status activated = parts_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<LearnerRecord> learner = FindLearnerByEmail(tx.sql(), EmailKey(request.email()));
    if (!learner.has_value()) return error::ActivationEmailNotFound();
    // The token stays until it expires: activating twice succeeds.
    if (!IsActivationToken(tx.sql(), HashToken(request.token()), learner->id, parts_.clock.Now())) {
      return error::WrongCode();
    }
    if (learner->activated == 0) {
      SetLearnerFlags(tx.sql(), learner->id, learner->active != 0, /*activated=*/true);
      parts_.audit.TellOwn(tx, caller, *learner, "activated");
      parts_.sessions.TellLearnerChanged(tx, learner->id);
    }
    return absl::OkStatus();
  });
  if (absl::IsNotFound(activated)) return parts_.guard.Tell(caller, activated);
  if (absl::IsInvalidArgument(activated)) return parts_.guard.Hide(caller, activated);
  RETURN_IF_ERROR(activated);

  v1::ActivateResponse response;
  response.set_message("Your account is active now");
  return response;
}

absl::StatusOr<v1::ResendActivationResponse> LearnerAuthService::ResendActivation(
    const Caller& caller, const v1::ResendActivationRequest& request) {
  Validator validator;
  validator.Opaque("email", request.email());
  RETURN_IF_ERROR(validator.status());
  RETURN_IF_ERROR(parts_.guard.AdmitResend(caller));

  // The answer is the same for every address: it tells nobody who has an account.
  RETURN_IF_ERROR(parts_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<LearnerRecord> learner = FindLearnerByEmail(tx.sql(), EmailKey(request.email()));
    if (!learner.has_value() || learner->activated != 0) return absl::OkStatus();
    UnixMillis now = parts_.clock.Now();
    if (ActivationTokenMadeAt(tx.sql(), learner->id, /*newer=*/0) + kResendPause > now) return absl::OkStatus();
    if (!RequireActivationMailLeft(tx.sql(), learner->id, now).ok()) return absl::OkStatus();
    SendActivation(parts_, tx, *learner);
    return absl::OkStatus();
  }));

  v1::ResendActivationResponse response;
  response.set_message("Request sent Successfully");
  return response;
}

absl::StatusOr<Positioned<v1::LoginLearnerResponse>> LearnerAuthService::LoginLearner(
    const Caller& caller, const v1::LoginLearnerRequest& request, const BotProof& proof) {
  Validator validator;
  validator.Opaque("email", request.email());
  validator.CurrentPassword("password", request.password());
  RETURN_IF_ERROR(validator.status());
  std::string email_key = EmailKey(request.email());
  ASSIGN_OR_RETURN(SignInAttempt attempt, parts_.guard.AdmitSignIn(caller, PersonKind::kLearner, email_key, proof));

  ASSIGN_OR_RETURN(std::optional<LearnerRecord> learner, LoadByEmail(email_key));
  if (!learner.has_value()) {
    parts_.passwords.VerifyNobody(request.password());
    return attempt.Failed(/*known=*/false, error::UnknownEmail());
  }
  if (!parts_.passwords.Verify(learner->password_hash, request.password())) {
    RETURN_IF_ERROR(parts_.database.Write([&](Transaction& tx) -> absl::Status {
      parts_.audit.Tell(tx, caller, *learner, "sign_in_failed", {{"reason", "wrong_password"}});
      return absl::OkStatus();
    }));
    return attempt.Failed(/*known=*/true, error::WrongPassword());
  }
  std::string rehashed;
  if (parts_.passwords.NeedsRehash(learner->password_hash)) rehashed = parts_.passwords.Hash(request.password());

  // Apart from the transaction's own status, since a refusal here must not roll the counters back.
  absl::Status refused;
  ASSIGN_OR_RETURN(OpenedSession opened, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<OpenedSession> {
    std::optional<LearnerRecord> now = FindLearner(tx.sql(), learner->id);
    // Removed, or given another password, since it was looked at.
    if (!now.has_value()) return error::UnknownEmail();
    if (now->password_hash != learner->password_hash) return error::WrongPassword();
    if (!rehashed.empty()) SetLearnerPassword(tx.sql(), now->id, rehashed);
    attempt.Succeeded(tx);
    refused = RequireMaySignIn(*now);
    if (!refused.ok()) {
      parts_.audit.TellOwn(tx, caller, *now, "sign_in_failed", {{"reason", DetailOf(refused).reason}});
      return OpenedSession{};
    }
    parts_.audit.TellOwn(tx, caller, *now, "signed_in");
    RecordLearnerLogin(tx.sql(), now->id, parts_.clock.Now());
    return parts_.sessions.Open(tx, PersonKind::kLearner, now->id, caller);
  }));
  RETURN_IF_ERROR(refused);

  Positioned<v1::LoginLearnerResponse> result{.response = {}, .feed_position = opened.feed_position};
  result.response.set_message("Signed in Successfully");
  result.response.set_client_token(opened.token);
  result.response.mutable_result()->set_client_id(learner->id);
  result.response.mutable_result()->set_fullname(learner->fullname);
  return result;
}

absl::StatusOr<v1::TryLoginResponse> LearnerAuthService::TryLogin(const Caller& caller,
                                                                  const v1::TryLoginRequest& request) {
  v1::TryLoginResponse response;
  auto refuse = [&](const absl::Status& status) {
    response.set_status(false);
    response.set_code(DetailOf(status).reason);
    response.set_message(std::string(MessageOf(status)));
    return response;
  };
  if (caller.kind != CallerKind::kLearner) return refuse(error::Unauthenticated());
  return parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::TryLoginResponse> {
    std::optional<SessionRecord> session = FindSession(sql, caller.session_id);
    if (!session.has_value()) return refuse(error::Unauthenticated());
    if (session->ended_at > 0) return refuse(error::SessionEnded(session->reason));
    std::optional<LearnerRecord> learner = FindLearner(sql, session->user_id);
    if (!learner.has_value()) return refuse(error::SessionEnded(session_reason::kRemoved));
    response.set_status(true);
    response.set_message("Signed in");
    response.mutable_result()->set_client_id(learner->id);
    response.mutable_result()->set_fullname(learner->fullname);
    return response;
  });
}

absl::StatusOr<Positioned<v1::LogoutLearnerResponse>> LearnerAuthService::LogoutLearner(
    const Caller& caller, const v1::LogoutLearnerRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  ASSIGN_OR_RETURN(int64_t position, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    int64_t ended = parts_.sessions.End(tx, caller.session_id, session_reason::kLogout);
    if (ended > 0) parts_.audit.Record(tx, caller, {.action = "learner.signed_out", .subject = ActorOf(caller)});
    return ended;
  }));
  Positioned<v1::LogoutLearnerResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Signed out");
  return result;
}

void LearnerAuthService::Replace(Transaction& tx, LearnerRecord old, LearnerRecord& learner) {
  EndActivationTokens(tx.sql(), old.id, learner.created_at);
  old.email = learner.email;
  old.fullname = learner.fullname;
  old.fullname_key = learner.fullname_key;
  old.password_hash = learner.password_hash;
  old.language = learner.language;
  learner = std::move(old);
  UpdateLearner(tx.sql(), learner);
  parts_.sessions.TellLearnerChanged(tx, learner.id);
}

absl::StatusOr<std::optional<LearnerRecord>> LearnerAuthService::LoadByEmail(const std::string& email_key) {
  return parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<std::optional<LearnerRecord>> {
    return FindLearnerByEmail(sql, email_key);
  });
}

}  // namespace academy::auth

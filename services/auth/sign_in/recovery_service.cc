#include "services/auth/sign_in/recovery_service.h"

#include <cstdint>
#include <optional>
#include <string>

#include "services/auth/accounts/learners/learner_changes.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/mail/expiry/mail_lifetimes.h"
#include "services/auth/sign_in/token_store.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/net/address_groups.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kDay = absl::Hours(24);
// How long the password can be set after a code was verified.
constexpr absl::Duration kResetLifetime = absl::Minutes(10);
constexpr int kMaxTries = 5;
// Between two codes that somebody asks for although the first is valid.
constexpr absl::Duration kBetweenCodes = absl::Minutes(1);
// Limits per requester, and for all requesters.
constexpr int64_t kCodesADay = 10;
constexpr int64_t kAllCodesADay = 50;

// The handle has 256 random bits and is stored only as a hash, so the six digits hashed with it cannot be guessed from
// the database.
std::string HashCode(const std::string& handle, const std::string& code) { return Base64Url(HmacSha256(handle, code)); }

bool IsUsable(const RecoveryRecord& recovery, UnixMillis now) {
  return recovery.used_at == 0 && recovery.tries < kMaxTries && recovery.expires_at > now;
}

bool MayReset(const std::optional<RecoveryRecord>& recovery, UnixMillis now) {
  return recovery.has_value() && recovery->used_at == 0 && recovery->verified_at > 0 &&
         recovery->verified_at + kResetLifetime > now;
}

}  // namespace

absl::StatusOr<v1::ForgotPasswordResponse> RecoveryService::ForgotPassword(const Caller& caller,
                                                                           const v1::ForgotPasswordRequest& request,
                                                                           const BotProof& proof) {
  Validator validator;
  validator.Opaque("email", request.email());
  RETURN_IF_ERROR(validator.status());
  RETURN_IF_ERROR(deps_.guard.AdmitVisitor(caller, proof));

  std::string requester = ClientGroup(caller.remote_address);
  std::string handle = NewToken(256);
  std::string code = NewNumericCode(6);
  absl::Status sent = deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<LearnerRecord> learner = FindLearnerByEmail(tx.sql(), EmailKey(request.email()));
    if (!learner.has_value()) return error::EmailNotFound();
    if (learner->activated == 0) return error::NotActivated();
    if (learner->active == 0) return error::AccountInactive();
    UnixMillis now = deps_.clock.Now();
    // Codes requested by somebody else do not keep the learner from getting one.
    std::optional<RecoveryRecord> latest = FindLatestRecovery(tx.sql(), learner->id, requester);
    if (latest.has_value() && IsUsable(*latest, now)) {
      if (!request.again()) return error::CodeAlreadySent();
      UnixMillis next = latest->created_at + kBetweenCodes;
      if (now < next) return error::TooManyAttempts(absl::Milliseconds(next - now));
    }
    if (CountRecoveriesOf(tx.sql(), learner->id, requester, now - kDay) >= kCodesADay ||
        CountRecoveries(tx.sql(), learner->id, now - kDay) >= kAllCodesADay) {
      return error::TooManyAttempts(kDay / kCodesADay);
    }
    InsertRecovery(tx.sql(), {.handle_hash = HashToken(handle),
                              .learner_id = learner->id,
                              .code_hash = HashCode(handle, code),
                              .created_at = now,
                              .expires_at = now + kRecoveryLifetime,
                              .requester = requester});
    deps_.outbox.Add(tx, MailKind::kRecovery, {learner->email, learner->id},
                     deps_.texts.Recovery(learner->language, learner->fullname, code, handle));
    return absl::OkStatus();
  });
  if (absl::IsNotFound(sent)) return deps_.guard.Reveal(caller, sent);
  RETURN_IF_ERROR(sent);

  v1::ForgotPasswordResponse response;
  response.set_message("Request sent Successfully");
  response.mutable_result()->set_handle(handle);
  return response;
}

absl::StatusOr<v1::VerifyRecoveryCodeResponse> RecoveryService::VerifyRecoveryCode(
    const Caller& caller, const v1::VerifyRecoveryCodeRequest& request) {
  Validator validator;
  validator.Opaque("userId", request.handle());
  validator.Opaque("code", request.code());
  RETURN_IF_ERROR(validator.status());

  RETURN_IF_ERROR(deps_.guard.AdmitRecoveryCode(caller));
  std::string handle_hash = HashToken(request.handle());
  // Separate from the transaction's status, because a wrong code must be counted and committed.
  bool right = false;
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    UnixMillis now = deps_.clock.Now();
    std::optional<RecoveryRecord> recovery = FindRecovery(tx.sql(), handle_hash);
    if (recovery.has_value() && IsUsable(*recovery, now)) {
      CountRecoveryTry(tx.sql(), handle_hash);
      right = ConstantTimeEquals(recovery->code_hash, HashCode(request.handle(), request.code()));
    }
    if (!right) deps_.guard.CountWrongRecoveryCode(tx, caller);
    if (right && recovery->verified_at == 0) MarkRecoveryVerified(tx.sql(), handle_hash, now);
    return absl::OkStatus();
  }));
  if (!right) return error::WrongCode();

  v1::VerifyRecoveryCodeResponse response;
  response.set_message("Verified Successfully");
  return response;
}

absl::StatusOr<Positioned<v1::ResetPasswordResponse>> RecoveryService::ResetPassword(
    const Caller& caller, const v1::ResetPasswordRequest& request) {
  Validator validator;
  validator.Opaque("userId", request.handle());
  validator.NewPassword("password", request.password(), deps_.password_rules);
  RETURN_IF_ERROR(validator.status());

  std::string handle_hash = HashToken(request.handle());
  // Checked before hashing, so that an unverified handle costs nothing.
  RETURN_IF_ERROR(deps_.database.Read([&](soci::session& sql) -> absl::Status {
    std::optional<RecoveryRecord> recovery = FindRecovery(sql, handle_hash);
    if (!MayReset(recovery, deps_.clock.Now())) return error::RecoveryNotVerified();
    return FindLearner(sql, recovery->learner_id).has_value() ? absl::OkStatus() : error::LearnerNotFound();
  }));
  std::string password_hash = deps_.passwords.Hash(request.password());
  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    UnixMillis now = deps_.clock.Now();
    std::optional<RecoveryRecord> recovery = FindRecovery(tx.sql(), handle_hash);
    if (!MayReset(recovery, now)) return error::RecoveryNotVerified();
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), recovery->learner_id);
    if (!learner.has_value()) return error::LearnerNotFound();
    SetLearnerPassword(tx.sql(), learner->id, password_hash);
    deps_.audit.RecordOwn(tx, caller, *learner, "password_changed", {{"by", "recovery"}});
    return FollowUpNewPassword(deps_, tx, *learner);
  }));

  Positioned<v1::ResetPasswordResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Password Changed");
  return result;
}

}  // namespace academy::auth

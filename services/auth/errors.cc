#include "services/auth/errors.h"

#include <algorithm>

#include "services/auth/sessions/session_store.h"
#include "services/platform/base/status.h"

namespace academy::auth::error {

using absl::StatusCode;

absl::Status EmailTaken() { return Error(StatusCode::kAlreadyExists, "email_taken", "E-Mail address already exists!"); }

absl::Status UnknownEmail() {
  return Error(StatusCode::kUnauthenticated, "user_not_found", "A user with this email could not be found.");
}

absl::Status EmailNotFound() {
  return Error(StatusCode::kNotFound, "user_not_found", "A user with this email could not be found.");
}

absl::Status ActivationEmailNotFound() {
  return Error(StatusCode::kNotFound, "user_not_found", "Code not found user with this email.");
}

absl::Status LearnerNotFound() {
  return Error(StatusCode::kNotFound, "user_not_found", "The user could not be found.");
}

absl::Status LearnerNotFound(std::string_view id) {
  return Error(StatusCode::kNotFound, "user_not_found", "No such learner: " + std::string(id));
}

absl::Status ManagerNotFound() {
  return Error(StatusCode::kNotFound, "manager_not_found", "The manager could not be found.");
}

absl::Status BinItemNotFound() { return Error(StatusCode::kNotFound, "bin_item_not_found", "This is not in the bin."); }

absl::Status SessionNotFound() {
  return Error(StatusCode::kNotFound, "session_not_found", "The session could not be found.");
}

absl::Status WrongPassword() {
  return Error(StatusCode::kUnauthenticated, "wrong_password", "You have entered a wrong password");
}

absl::Status NotActivated() {
  return Error(StatusCode::kPermissionDenied, "not_activated", "Your email has not activated yet");
}

absl::Status AccountInactive() {
  return Error(StatusCode::kPermissionDenied, "account_inactive", "Your account is not active");
}

absl::Status WrongCode() {
  return Error(StatusCode::kInvalidArgument, "wrong_code", "You have insert a wrong token code");
}

absl::Status InvalidUnlockLink() {
  return Error(StatusCode::kInvalidArgument, "invalid_unlock_link", "This link is not valid any more");
}

absl::Status SecondFactorRequired() {
  return Error(StatusCode::kUnauthenticated, "second_factor_required", "Please enter the code of your second factor");
}

absl::Status WrongFactor() {
  return Error(StatusCode::kUnauthenticated, "wrong_code", "You have insert a wrong token code");
}

absl::Status SecondFactorOff() {
  return Error(StatusCode::kFailedPrecondition, "second_factor_off", "Your account has no second factor");
}

absl::Status SecondFactorMandatory() {
  return Error(StatusCode::kFailedPrecondition, "second_factor_mandatory", "The academy requires a second factor");
}

absl::Status TotpNotBegun() {
  return Error(StatusCode::kFailedPrecondition, "totp_not_begun", "Please begin the set-up again");
}

absl::Status WrongPasskey() {
  return Error(StatusCode::kUnauthenticated, "wrong_passkey", "This passkey was not accepted");
}

absl::Status WrongNewPasskey() {
  return Error(StatusCode::kInvalidArgument, "wrong_passkey", "This passkey was not accepted");
}

absl::Status PasskeyExists() {
  return Error(StatusCode::kAlreadyExists, "passkey_exists", "This passkey was added already");
}

absl::Status TooManyPasskeys() {
  return Error(StatusCode::kFailedPrecondition, "too_many_passkeys", "Please remove a passkey first");
}

absl::Status PasskeyNotFound() {
  return Error(StatusCode::kNotFound, "passkey_not_found", "This passkey was removed already");
}

absl::Status PasskeysUnavailable() {
  return Error(StatusCode::kFailedPrecondition, "passkeys_unavailable",
               "Passkeys need a domain name with https as the academy's public URL");
}

absl::Status CannotResetSelf() {
  return Error(StatusCode::kFailedPrecondition, "cannot_reset_self", "You cannot reset your own second factor");
}

absl::Status CodeAlreadySent() {
  return Error(StatusCode::kAlreadyExists, "code_already_sent", "Code verification already send to this email");
}

absl::Status ReauthenticationRequired() {
  return Error(StatusCode::kPermissionDenied, "reauthentication_required", "Please enter your password again");
}

absl::Status RecoveryNotVerified() {
  return Error(StatusCode::kPermissionDenied, "recovery_not_verified", "The verification code was not confirmed");
}

absl::Status SignupNotAllowed() { return Error(StatusCode::kPermissionDenied, "signup_not_allowed", "not allowed"); }

absl::Status WrongSetupCode() {
  return Error(StatusCode::kPermissionDenied, "wrong_setup_code", "The setup code is missing or wrong");
}

absl::Status LastManager() {
  return Error(StatusCode::kFailedPrecondition, "last_manager", "The last manager cannot be deleted");
}

absl::Status LastOwner() {
  return Error(StatusCode::kFailedPrecondition, "last_owner",
               "The academy needs an owner: make somebody else one first");
}

absl::Status CannotDeleteSelf() {
  return Error(StatusCode::kFailedPrecondition, "cannot_delete_self", "You cannot delete your own account");
}

absl::Status BotCheckMissing() {
  return Error(StatusCode::kPermissionDenied, "bot_check_missing", "Recaptcha verification Missing");
}

absl::Status BotCheckUnavailable() {
  return WithRetryAfter(
      Error(StatusCode::kUnavailable, "bot_check_unavailable", "The bot check is not available now, please try again"),
      5);
}

absl::Status Overloaded() {
  return WithRetryAfter(Error(StatusCode::kUnavailable, "overloaded", "The server is busy, please try again"), 1);
}

absl::Status MailboxClosed() {
  return Error(StatusCode::kFailedPrecondition, "mailbox_closed", "The mailbox is open in demonstrations only");
}

absl::Status MailNotFound() { return Error(StatusCode::kNotFound, "mail_not_found", "The mail could not be found."); }

absl::Status MailNotRepeatable() {
  return Error(StatusCode::kFailedPrecondition, "mail_not_repeatable", "This mail cannot be sent again");
}

absl::Status MailNotSetUp() {
  return Error(StatusCode::kFailedPrecondition, "mail_not_set_up", "The academy knows no mail server");
}

absl::Status ContactClosed() {
  return Error(StatusCode::kFailedPrecondition, "contact_closed", "The academy takes no messages here");
}

absl::Status Unauthenticated() { return Error(StatusCode::kUnauthenticated, "unauthenticated", "Please sign in"); }

absl::Status TooManyAttempts(absl::Duration retry_after) {
  int64_t seconds = absl::ToInt64Seconds(absl::Ceil(retry_after, absl::Seconds(1)));
  return WithRetryAfter(
      Error(StatusCode::kResourceExhausted, "too_many_attempts", "Too many attempts, please try again later"),
      static_cast<int32_t>(std::max<int64_t>(seconds, 1)));
}

absl::Status SessionEnded(std::string_view reason) {
  std::string_view message = "Your session has ended, please sign in again";
  if (reason == session_reason::kSignedInElsewhere) {
    message =
        "Your account was signed in from another device or browser, You are not authorized to access this resource.";
  } else if (reason == session_reason::kDeactivated) {
    message = "Your account is not active";
  }
  return Error(StatusCode::kUnauthenticated, reason, message);
}

}  // namespace academy::auth::error

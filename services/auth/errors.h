// The named errors of auth. Clients act on the reasons; the messages are those of the specification's section 8.
//
// All functions are pure and thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace academy::auth::error {

absl::Status EmailTaken();                // ALREADY_EXISTS email_taken
absl::Status UnknownEmail();              // UNAUTHENTICATED user_not_found: at sign-in
absl::Status EmailNotFound();             // NOT_FOUND user_not_found: at recovery
absl::Status ActivationEmailNotFound();   // NOT_FOUND user_not_found: at activation
absl::Status LearnerNotFound();           // NOT_FOUND user_not_found: by id
absl::Status ManagerNotFound();           // NOT_FOUND manager_not_found
absl::Status BinItemNotFound();           // NOT_FOUND bin_item_not_found
absl::Status SessionNotFound();           // NOT_FOUND session_not_found
absl::Status WrongPassword();             // UNAUTHENTICATED wrong_password
absl::Status NotActivated();              // PERMISSION_DENIED not_activated
absl::Status AccountInactive();           // PERMISSION_DENIED account_inactive
absl::Status WrongCode();                 // INVALID_ARGUMENT wrong_code
absl::Status InvalidUnlockLink();         // INVALID_ARGUMENT invalid_unlock_link
absl::Status SecondFactorRequired();      // UNAUTHENTICATED second_factor_required
absl::Status WrongFactor();               // UNAUTHENTICATED wrong_code: at sign-in
absl::Status SecondFactorOff();           // FAILED_PRECONDITION second_factor_off
absl::Status SecondFactorMandatory();     // FAILED_PRECONDITION second_factor_mandatory
absl::Status TotpNotBegun();              // FAILED_PRECONDITION totp_not_begun
absl::Status WrongPasskey();              // UNAUTHENTICATED wrong_passkey: at sign-in
absl::Status WrongNewPasskey();           // INVALID_ARGUMENT wrong_passkey: when it is added
absl::Status PasskeyExists();             // ALREADY_EXISTS passkey_exists
absl::Status TooManyPasskeys();           // FAILED_PRECONDITION too_many_passkeys
absl::Status PasskeyNotFound();           // NOT_FOUND passkey_not_found
absl::Status PasskeysUnavailable();       // FAILED_PRECONDITION passkeys_unavailable: at the academy's address
absl::Status CannotResetSelf();           // FAILED_PRECONDITION cannot_reset_self
absl::Status CodeAlreadySent();           // ALREADY_EXISTS code_already_sent
absl::Status ReauthenticationRequired();  // PERMISSION_DENIED reauthentication_required
absl::Status RecoveryNotVerified();       // PERMISSION_DENIED recovery_not_verified
absl::Status SignupNotAllowed();          // PERMISSION_DENIED signup_not_allowed
absl::Status WrongSetupCode();            // PERMISSION_DENIED wrong_setup_code
absl::Status LastManager();               // FAILED_PRECONDITION last_manager
absl::Status LastOwner();                 // FAILED_PRECONDITION last_owner
absl::Status CannotDeleteSelf();          // FAILED_PRECONDITION cannot_delete_self
absl::Status BotCheckMissing();           // PERMISSION_DENIED bot_check_missing
absl::Status BotCheckUnavailable();       // UNAVAILABLE bot_check_unavailable, to be tried again
absl::Status Overloaded();                // UNAVAILABLE overloaded, to be tried again
absl::Status MailboxClosed();             // FAILED_PRECONDITION mailbox_closed
absl::Status MailNotFound();              // NOT_FOUND mail_not_found
absl::Status MailNotRepeatable();         // FAILED_PRECONDITION mail_not_repeatable
absl::Status MailNotSetUp();              // FAILED_PRECONDITION mail_not_set_up
absl::Status ContactClosed();             // FAILED_PRECONDITION contact_closed
absl::Status Unauthenticated();           // UNAUTHENTICATED unauthenticated: no such session

// RESOURCE_EXHAUSTED too_many_attempts, with a retry hint in whole seconds, rounded up, at least 1.
absl::Status TooManyAttempts(absl::Duration retry_after);

// NOT_FOUND user_not_found for one of many ids; the message names it.
absl::Status LearnerNotFound(std::string_view id);

// UNAUTHENTICATED with the reason for which the session ended.
absl::Status SessionEnded(std::string_view reason);

}  // namespace academy::auth::error

// The errors of auth by name. Reasons are what clients act upon, texts those of the specification's section 8.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"

namespace academy::auth::error {

absl::Status EmailTaken();               // ALREADY_EXISTS email_taken
absl::Status UnknownEmail();             // UNAUTHENTICATED user_not_found: at sign-in
absl::Status EmailNotFound();            // NOT_FOUND user_not_found: at recovery
absl::Status ActivationEmailNotFound();  // NOT_FOUND user_not_found: at activation
absl::Status LearnerNotFound();          // NOT_FOUND user_not_found: by id
absl::Status ManagerNotFound();          // NOT_FOUND manager_not_found
absl::Status SessionNotFound();          // NOT_FOUND session_not_found
absl::Status WrongPassword();            // UNAUTHENTICATED wrong_password
absl::Status NotActivated();             // PERMISSION_DENIED not_activated
absl::Status AccountInactive();          // PERMISSION_DENIED account_inactive
absl::Status WrongCode();                // INVALID_ARGUMENT wrong_code
absl::Status CodeAlreadySent();          // ALREADY_EXISTS code_already_sent
absl::Status RecoveryNotVerified();      // PERMISSION_DENIED recovery_not_verified
absl::Status SignupNotAllowed();         // PERMISSION_DENIED signup_not_allowed
absl::Status WrongSetupCode();           // PERMISSION_DENIED wrong_setup_code
absl::Status LastManager();              // FAILED_PRECONDITION last_manager
absl::Status CannotDeleteSelf();         // FAILED_PRECONDITION cannot_delete_self
absl::Status BotCheckMissing();          // PERMISSION_DENIED bot_check_missing
absl::Status BotCheckUnavailable();      // UNAVAILABLE bot_check_unavailable, to be tried again
absl::Status Overloaded();               // UNAVAILABLE overloaded, to be tried again
absl::Status MailboxClosed();            // FAILED_PRECONDITION mailbox_closed
absl::Status MailNotFound();             // NOT_FOUND mail_not_found
absl::Status MailNotRepeatable();        // FAILED_PRECONDITION mail_not_repeatable
absl::Status ContactClosed();            // FAILED_PRECONDITION contact_closed
absl::Status Unauthenticated();          // UNAUTHENTICATED unauthenticated: no such session

// RESOURCE_EXHAUSTED too_many_attempts; seconds, at least 1.
absl::Status TooManyAttempts(int64_t retry_after_seconds);

// NOT_FOUND user_not_found: one of many, which the message names.
absl::Status LearnerNotFound(std::string_view id);

// UNAUTHENTICATED with the reason why a session ended.
absl::Status SessionEnded(std::string_view reason);

}  // namespace academy::auth::error

// --try_mail: shows whether the academy's mail settings work, whether or not the academy is running.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/auth/mail/smtp/smtp_sender.h"

namespace academy::auth {

struct MailTrial {
  // An error is printed.
  absl::StatusOr<SmtpOptions> smtp;
  // Whom to send a mail; empty to only connect and sign in.
  std::string to;
  // For the mail's links and times.
  std::string public_url;
  absl::TimeZone zone = absl::UTCTimeZone();
};

// Prints one line on standard output, `ok` or the reason of the error and what the server said, and returns the exit
// code, 0 or 1. The line has no password.
int RunMailTrial(const MailTrial& trial);

}  // namespace academy::auth

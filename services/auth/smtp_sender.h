// Sends mails through an SMTP server with libcurl.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "services/auth/mail_sender.h"

namespace academy::auth {

struct SmtpOptions {
  // smtp://[user:password@]host[:port], with STARTTLS when the server offers it (required, with a certificate that is
  // good, when there is a password); smtps://... for TLS from the start.
  std::string url;
  // `address` or `Name <address>`.
  std::string from;
};

// INVALID_ARGUMENT invalid_flag for a URL or a sender that cannot be used.
absl::StatusOr<std::unique_ptr<MailSender>> MakeSmtpSender(const SmtpOptions& options);

}  // namespace academy::auth

// Sends mails through an SMTP server with libcurl.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "services/auth/mail/mail_sender.h"

namespace academy::auth {

struct SmtpOptions {
  // smtp://[user:password@]host[:port], with STARTTLS when the server offers it (required, with a certificate that is
  // good, when there is a password or a CA); smtps://... for TLS from the start. User and password are percent-encoded.
  std::string url;
  // `address` or `Name <address>`.
  std::string from;
  // A PEM file of the authorities that may sign the server's certificate; empty for the system's.
  std::string ca_file;
};

// Connections are kept between mails until Rest.
// INVALID_ARGUMENT invalid_flag for options that cannot be used.
absl::StatusOr<std::unique_ptr<MailSender>> MakeSmtpSender(const SmtpOptions& options);

}  // namespace academy::auth

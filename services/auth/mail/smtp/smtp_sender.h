// Sends mails through an SMTP server with libcurl.
#pragma once

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/auth/mail/mail_sender.h"

namespace academy::auth {

struct SmtpOptions {
  // smtp://[user:password@]host[:port] uses STARTTLS if the server offers it; with a password or a CA, STARTTLS and a
  // valid certificate are required. smtps://... uses TLS from the start. User and password are percent-encoded.
  std::string url;
  // `address` or `Name <address>`.
  std::string from;
  // PEM file of the authorities that may sign the server's certificate; empty for the system's.
  std::string ca_file;
};

// Returns a sender that keeps connections between mails until Rest. INVALID_ARGUMENT invalid_flag for unusable options.
absl::StatusOr<std::unique_ptr<MailSender>> MakeSmtpSender(const SmtpOptions& options);

// Connects to the server and signs in as for a mail, and sends none. INVALID_ARGUMENT invalid_flag for unusable
// options; otherwise errors as MailSender::Send.
absl::Status GreetSmtpServer(const SmtpOptions& options);

}  // namespace academy::auth

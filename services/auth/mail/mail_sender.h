// Interface for delivering mails.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "services/auth/mail/mail_store.h"

namespace academy::auth {

// Thread-safe: concurrent calls of Send send mails concurrently.
class MailSender {
 public:
  virtual ~MailSender() = default;

  // OK once the server has accepted the mail. INVALID_ARGUMENT if it refused the mail permanently; UNAVAILABLE for
  // failures that a retry may fix. The message quotes the server, for managers and logs, and never contains the mail's
  // body.
  virtual absl::Status Send(const MailRecord& mail) = 0;

  // Tells the sender that nothing is due for a while, so that it can close idle connections.
  virtual void Rest() = 0;

  // Makes all current and future calls return soon.
  virtual void Cancel() = 0;
};

}  // namespace academy::auth

// How a mail leaves the house.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "services/auth/mail/mail_store.h"

namespace academy::auth {

// Thread-safe: as many mails as threads call Send are sent at once.
class MailSender {
 public:
  virtual ~MailSender() = default;

  // OK once the server took the mail. INVALID_ARGUMENT when it refused it for good; UNAVAILABLE for everything that may
  // be better later. The message says what the server said, for managers and logs; never the mail's body.
  virtual absl::Status Send(const MailRecord& mail) = 0;

  // Nothing is to be sent for a while: connections that were kept for the next mail may go.
  virtual void Rest() = 0;

  // Makes every call under way, and all later ones, return soon.
  virtual void Cancel() = 0;
};

}  // namespace academy::auth

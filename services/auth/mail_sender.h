// How a mail leaves the house.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "services/auth/mail_store.h"

namespace academy::auth {

// Used by one thread at a time, but for Cancel.
class MailSender {
 public:
  virtual ~MailSender() = default;

  // OK once the server took the mail. INVALID_ARGUMENT when it refused it for good; UNAVAILABLE for everything that may
  // be better later. The message says what the server said, for managers and logs; never the mail's body.
  virtual absl::Status Send(const MailRecord& mail) = 0;

  // Makes a Send under way, and all later ones, return soon. May be called from any thread.
  virtual void Cancel() = 0;
};

}  // namespace academy::auth

// The texts of the academy's mails, in Arabic and English.
//
// Thread-safe: a MailTexts is immutable.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

struct MailContent {
  std::string subject;
  std::string text;
  // A complete page with its language and direction.
  std::string html;
};

// A visitor's message to the academy.
struct VisitorMessage {
  std::string fullname;
  std::string email;
  // Empty if not given.
  std::string phonenumber;
  std::string text;
};

// What happened to a manager's second factor.
enum class FactorsChange { kTotpOn, kTotpOff, kPasskeyAdded, kPasskeyRemoved, kReset, kCodesMade, kCodeUsed };

class MailTexts {
 public:
  // `public_url` returns the academy's public URL without a trailing slash, the base of all links. It is called for
  // each mail and must be thread-safe. Times are written in `zone`.
  explicit MailTexts(std::function<std::string()> public_url, absl::TimeZone zone = absl::UTCTimeZone());

  // `language` is `ar` or `en` in all of these. `fullname` is empty for an address that nobody has confirmed: its mails
  // contain no text that whoever gave the address could choose, so that nobody mails strangers in the academy's name.

  // The activation link is valid for 48 hours. The address is not confirmed yet.
  MailContent Activation(std::string_view language, std::string_view email, std::string_view token) const;
  // The six-digit code is valid for 10 minutes.
  MailContent Recovery(std::string_view language, std::string_view fullname, std::string_view code) const;
  // Notifies a person that the password was changed, by whomever.
  MailContent PasswordChanged(std::string_view language, std::string_view fullname, UnixMillis when) const;
  // Notifies a manager of a change to the second factor, by whomever.
  MailContent FactorsChanged(std::string_view language, std::string_view fullname, FactorsChange change,
                             UnixMillis when) const;
  // For the old address, whose owner may be another person by now and should still know.
  MailContent EmailChanged(std::string_view language, std::string_view fullname, std::string_view old_email,
                           std::string_view new_email) const;
  // For the new address, which is not confirmed.
  MailContent EmailChanged(std::string_view language, std::string_view new_email) const;
  // Tells a person that sign-ins are paused. The link to the web app's `page` is valid for 6 hours; its token is in the
  // fragment, which browsers do not send, so that no log contains it.
  MailContent Unlock(std::string_view language, std::string_view fullname, std::string_view page,
                     std::string_view token) const;
  // Notifies a manager of a new role.
  MailContent RoleChanged(std::string_view language, std::string_view fullname, Role role) const;
  // Shows an owner that mails arrive.
  MailContent Test(std::string_view language, std::string_view fullname, UnixMillis when) const;
  // Forwards a visitor's message to the academy.
  MailContent Contact(std::string_view language, const VisitorMessage& message) const;

 private:
  const std::function<std::string()> public_url_;
  const absl::TimeZone zone_;
};

}  // namespace academy::auth

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

// A moment, and the zone in which a mail tells it.
struct MailTime {
  UnixMillis at = 0;
  absl::TimeZone zone;
};

// What happened to a manager's second factor.
enum class FactorsChange { kTotpOn, kTotpOff, kPasskeyAdded, kPasskeyRemoved, kReset, kCodesMade, kCodeUsed };

class MailTexts {
 public:
  // `public_url` returns the academy's public URL without a trailing slash, the base of all links. It is called for
  // each mail and must be thread-safe.
  explicit MailTexts(std::function<std::string()> public_url);

  // `language` is `ar` or `en` in all of these. `fullname` is empty for an address that nobody has confirmed: its mails
  // contain no text that whoever gave the address could choose, so that nobody mails strangers in the academy's name.
  // Names are isolated, and without characters that set a direction, so that they reorder nothing around them.

  // The activation link is valid for 48 hours. The address is not confirmed yet.
  MailContent Activation(std::string_view language, std::string_view email, std::string_view token) const;
  // The six-digit code is valid for 10 minutes. The link opens the page that asks for it, on any device; the recovery's
  // handle is in the fragment, as in Unlock.
  MailContent Recovery(std::string_view language, std::string_view fullname, std::string_view code,
                       std::string_view handle) const;
  // Notifies a person that the password was changed, by whomever.
  MailContent PasswordChanged(std::string_view language, std::string_view fullname, const MailTime& when) const;
  // Notifies a manager of a change to the second factor, by whomever.
  MailContent FactorsChanged(std::string_view language, std::string_view fullname, FactorsChange change,
                             const MailTime& when) const;
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
  MailContent Test(std::string_view language, std::string_view fullname, const MailTime& when) const;
  // Forwards a visitor's message to the academy.
  MailContent Contact(std::string_view language, const VisitorMessage& message) const;

 private:
  const std::function<std::string()> public_url_;
};

}  // namespace academy::auth

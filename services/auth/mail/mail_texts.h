// What the academy's mails say, in Arabic and English.
//
// Thread-safe: a MailTexts never changes after its construction.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "services/platform/base/clock.h"

namespace academy::auth {

struct MailContent {
  std::string subject;
  std::string text;
  // A whole page with its language and direction.
  std::string html;
};

// What a visitor wrote to the academy.
struct VisitorMessage {
  std::string fullname;
  std::string email;
  // Empty where none was given.
  std::string phonenumber;
  std::string text;
};

class MailTexts {
 public:
  // `public_url` says where people reach the academy, without a slash at its end; links never use anything else. It is
  // asked for each mail, and must be safe to call from any thread.
  // Times are told in `zone`.
  explicit MailTexts(std::function<std::string()> public_url, absl::TimeZone zone = absl::UTCTimeZone());

  // `language` is `ar` or `en` in all of these. The activation link is good for 48 hours.
  MailContent Activation(std::string_view language, std::string_view fullname, std::string_view email,
                         std::string_view token) const;
  // The six-digit code is good for 10 minutes.
  MailContent Recovery(std::string_view language, std::string_view fullname, std::string_view code) const;
  // That a password was changed, by whomever.
  MailContent PasswordChanged(std::string_view language, std::string_view fullname, UnixMillis when) const;
  // The same for both addresses; the old one's owner may be somebody else by now, and still should know.
  MailContent EmailChanged(std::string_view language, std::string_view fullname, std::string_view old_email,
                           std::string_view new_email) const;
  // A visitor's message, for the academy.
  MailContent Contact(std::string_view language, const VisitorMessage& message) const;

 private:
  const std::function<std::string()> public_url_;
  const absl::TimeZone zone_;
};

}  // namespace academy::auth

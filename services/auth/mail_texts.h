// What the academy's mails say, in Arabic and English.
//
// Thread-safe: a MailTexts never changes after its construction.
#pragma once

#include <string>
#include <string_view>

namespace academy::auth {

struct MailContent {
  std::string subject;
  std::string text;
  // A whole page with its language and direction.
  std::string html;
};

class MailTexts {
 public:
  // `public_url` is where people reach the academy, without a slash at its end. Links never use anything else.
  explicit MailTexts(std::string public_url);

  // `language` is `ar` or `en` in all of these. The activation link is good for 48 hours.
  MailContent Activation(std::string_view language, std::string_view fullname, std::string_view email,
                         std::string_view token) const;
  // The six-digit code is good for 10 minutes.
  MailContent Recovery(std::string_view language, std::string_view fullname, std::string_view code) const;

 private:
  const std::string public_url_;
};

}  // namespace academy::auth

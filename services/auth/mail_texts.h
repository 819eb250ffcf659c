// What the academy's mails say, in Arabic and English.
//
// Thread-safe: a MailTexts never changes after its construction.
#pragma once

#include <functional>
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
  // `public_url` says where people reach the academy, without a slash at its end; links never use anything else. It is
  // asked for each mail, and must be safe to call from any thread.
  explicit MailTexts(std::function<std::string()> public_url);

  // `language` is `ar` or `en` in all of these. The activation link is good for 48 hours.
  MailContent Activation(std::string_view language, std::string_view fullname, std::string_view email,
                         std::string_view token) const;
  // The six-digit code is good for 10 minutes.
  MailContent Recovery(std::string_view language, std::string_view fullname, std::string_view code) const;

 private:
  const std::function<std::string()> public_url_;
};

}  // namespace academy::auth

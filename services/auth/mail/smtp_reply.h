// What an SMTP server answered, and what that means for a mail (RFC 5321, section 4.2).
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace academy::auth {

// Follows one attempt's conversation. Used by one thread.
class SmtpReply {
 public:
  // A command that was sent; only its verb is kept.
  void Command(std::string_view line);
  // A line that the server answered.
  void Line(std::string_view line);

  // INVALID_ARGUMENT when `code` says that the server will never take this mail; else UNAVAILABLE. `code` is 0 when it
  // did not come to an answer. The message is `error` and what the server said, in one line fit for managers: without
  // words that could be a link or a code out of the mail.
  absl::Status StatusOf(std::string_view error, int code) const;

 private:
  std::string verb_;
  std::string line_;
  bool over_ = false;
};

}  // namespace academy::auth

// Interprets an SMTP server's replies (RFC 5321, section 4.2).
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace academy::auth {

// Tracks the dialogue of one attempt. Used by one thread.
class SmtpReply {
 public:
  // Records a command that was sent; keeps only its verb.
  void Command(std::string_view line);
  // Records a line of the server's reply.
  void Line(std::string_view line);

  // INVALID_ARGUMENT if `code` means that the server will never accept this mail; otherwise UNAVAILABLE. `code` is 0 if
  // there was no reply. The message is `error` and the server's reply in one line for managers, without words that
  // could be a link or a code from the mail.
  absl::Status StatusOf(std::string_view error, int code) const;

 private:
  std::string verb_;
  std::string line_;
  bool over_ = false;
};

}  // namespace academy::auth

// A mail as Internet message (RFC 5322) of two alternatives, text and HTML (RFC 2046).
//
// Every function is pure and may be called from any thread.
#pragma once

#include <string>
#include <string_view>

#include "services/auth/mail/mail_store.h"

namespace academy::auth {

// `address`, or `Name <address>` taken apart.
struct Sender {
  std::string name;
  std::string address;
};

// False when there is no usable address in `text`.
bool ReadSender(std::string_view text, Sender& sender);

// The same for every attempt: Message-ID and date come from the record. Lines end in CRLF and are
// ASCII, but for a recipient that is not (RFC 6532).
std::string MakeMessage(const MailRecord& mail, const Sender& sender);

// RFC 2047 encoded words, folded; plain ASCII stays as it is.
std::string EncodeHeader(std::string_view text);

}  // namespace academy::auth

// Builds the Internet message (RFC 5322) of a mail, with text and HTML alternatives (RFC 2046).
//
// All functions are pure and thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "services/auth/mail/mail_store.h"

namespace academy::auth {

// The parts of `address` or `Name <address>`.
struct Sender {
  std::string name;
  std::string address;
};

// Returns false if `text` has no usable address.
bool ReadSender(std::string_view text, Sender& sender);

// Returns the same text for every attempt: Message-ID and date come from the record. Lines end in CRLF and are ASCII,
// except for a non-ASCII recipient (RFC 6532).
std::string MakeMessage(const MailRecord& mail, const Sender& sender);

// Encodes as RFC 2047 encoded words, folded; plain ASCII is returned unchanged.
std::string EncodeHeader(std::string_view text);

}  // namespace academy::auth

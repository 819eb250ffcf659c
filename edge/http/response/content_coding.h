// Content codings: which one an answer gets, and how it is compressed (RFC 9110 section 12.5.3).
//
// Thread-safe.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace academy::http {

enum class Coding { kIdentity, kGzip, kBrotli, kZstd };

// As in Content-Encoding; `identity` for kIdentity.
std::string_view NameOf(Coding coding);

// Of `offered`, the coding that an Accept-Encoding field gives the highest quality, and of equal ones the first.
// Quality 0 refuses a coding; `*` stands for those that the field does not name. kIdentity if the field accepts none,
// or prefers the identity.
Coding ChooseCoding(std::string_view accept_encoding, std::initializer_list<Coding> offered);

// How much time compression may take.
enum class Effort {
  // For answers that are made for one client.
  kFast,
  // For what is compressed once and sent often; zstd makes no difference.
  kSmall,
};

// Compresses `text`. Empty if that fails, or for kIdentity.
std::string Compress(Coding coding, Effort effort, std::string_view text);

}  // namespace academy::http

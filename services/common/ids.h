// Identifiers and secrets from the operating system's randomness, and the few encodings they need.
//
// Every function may be called from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "services/common/clock.h"

namespace academy {

// UUIDv7 (RFC 9562): sorts by time of creation.
std::string NewId(UnixMillis now);

// `bytes` random bytes, raw.
std::string RandomBytes(size_t bytes);

// An opaque token of `bits` random bits, base64url without padding.
std::string NewToken(size_t bits = 256);

// `digits` random decimal digits, each equally likely.
std::string NewNumericCode(size_t digits);

// SHA-256, raw 32 bytes; HMAC-SHA-256 likewise.
std::string Sha256(std::string_view data);
std::string HmacSha256(std::string_view key, std::string_view data);

// Lower-case hexadecimal. base64url (RFC 4648 section 5) without padding; standard base64 with padding.
std::string Hex(std::string_view raw);
std::string Base64Url(std::string_view raw);
std::string Base64(std::string_view raw);

// Takes standard and url-safe alphabets, padded or not. False on any other character.
bool Base64Decode(std::string_view text, std::string& raw);

// Compares in time that depends on the lengths only.
bool ConstantTimeEquals(std::string_view a, std::string_view b);

}  // namespace academy

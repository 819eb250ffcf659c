// Time-based one-time passwords (TOTP, RFC 6238): six digits, SHA-1, steps of 30 seconds, as authenticator apps expect.
//
// All functions are thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "services/platform/base/clock.h"

namespace academy::auth {

// Returns a new secret: 160 random bits (RFC 4226, section 4, R6), raw.
std::string NewTotpSecret();

// Returns a secret as base32 without padding, for people to type.
std::string TotpBase32(std::string_view secret);

// Returns the address that an authenticator app reads from a QR code. `issuer` is the academy's name.
std::string TotpUri(std::string_view secret, std::string_view issuer, std::string_view account);

// Returns the step whose code is `code`: the current one at `now`, or the one before or after it, because clocks
// differ. nullopt if it is the code of none of them.
std::optional<int64_t> MatchTotp(std::string_view secret, std::string_view code, UnixMillis now);

// Whether `code` has the form of a code: six ASCII digits.
bool IsTotpCode(std::string_view code);

}  // namespace academy::auth

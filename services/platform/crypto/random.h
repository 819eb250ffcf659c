// Identifiers and secrets from a cryptographically secure generator. The process aborts if it fails.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <string>

#include "services/platform/base/clock.h"

namespace academy {

// Returns a UUIDv7 (RFC 9562); ids sort by creation time.
std::string NewId(UnixMillis now);

// Returns `bytes` random bytes, raw.
std::string RandomBytes(size_t bytes);

// Returns an opaque token of `bits` random bits, base64url without padding.
std::string NewToken(size_t bits = 256);

// Returns `digits` random decimal digits, each equally likely.
std::string NewNumericCode(size_t digits);

}  // namespace academy

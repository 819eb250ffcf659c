// SHA-256, and comparison without a timing side channel.
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace academy {

// Returns the SHA-256 of `data`: 32 raw bytes.
std::string Sha256(std::string_view data);

// Returns the HMAC-SHA-256 of `data` under `key`: 32 raw bytes.
std::string HmacSha256(std::string_view key, std::string_view data);

// Compares in time that depends only on the lengths.
bool ConstantTimeEquals(std::string_view a, std::string_view b);

}  // namespace academy

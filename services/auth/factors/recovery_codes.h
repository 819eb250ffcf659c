// Recovery codes: what opens an account whose phone is lost.
//
// All functions are thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace academy::auth {

inline constexpr int kRecoveryCodeCount = 10;

// Returns new codes of 120 random bits each, in groups of characters that are not mistaken for one another.
std::vector<std::string> NewRecoveryCodes();

// Returns the stored form of a code as it was typed: case, spaces and hyphens do not matter, and look-alikes are
// equal. A fast hash suffices because a code has more random bits than anybody can try.
std::string HashRecoveryCode(std::string_view typed);

}  // namespace academy::auth

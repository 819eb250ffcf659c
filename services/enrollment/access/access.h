// The access decision: whether a course may be watched now. All code that depends on it calls DecideAccess.
//
// All functions are pure and thread-safe.
#pragma once

#include <string_view>

#include "services/platform/base/clock.h"

namespace academy::enrollment {

// When a course may be watched; both ends are inclusive.
struct Window {
  UnixMillis start = 0;
  UnixMillis expiry = 0;

  friend bool operator==(const Window&, const Window&) = default;
};

enum class AccessState { kUpcoming, kActive, kExpired };

AccessState DecideAccess(const Window& window, UnixMillis now);

// Returns `upcoming`, `active` or `expired`, the REST contract's names.
std::string_view AccessStateName(AccessState state);

}  // namespace academy::enrollment

// THE access decision: may a course be watched now? Lists, watching, media and admin pages all ask here.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <string_view>

#include "services/platform/base/clock.h"

namespace academy::enrollment {

// When a course may be watched; both ends are inside.
struct Window {
  UnixMillis start = 0;
  UnixMillis expiry = 0;

  friend bool operator==(const Window&, const Window&) = default;
};

enum class AccessState { kUpcoming, kActive, kExpired };

AccessState DecideAccess(const Window& window, UnixMillis now);

// The same decision for counting in SQL; a test holds the two together. `:now` is bound once in each.
inline constexpr char kUpcomingSql[] = "start_ms > :now";
inline constexpr char kExpiredSql[] = "expiry_ms < :now";

// `upcoming`, `active` or `expired`, as the REST contract names them.
std::string_view AccessStateName(AccessState state);

}  // namespace academy::enrollment

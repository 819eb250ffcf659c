// The time zones of the system's tzdata.
//
// Thread-safe.
#pragma once

#include <optional>
#include <string_view>

#include "absl/time/time.h"

namespace academy {

// Returns the zone with that IANA name, such as `Asia/Riyadh` or `UTC`. Nullopt for a name that the system does not
// know, and for what no browser takes for one: a path, `localtime`, a fixed offset.
std::optional<absl::TimeZone> FindTimeZone(std::string_view name);

}  // namespace academy

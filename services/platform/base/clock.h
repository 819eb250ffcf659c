// Time, injected so that tests can move it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace academy {

// Milliseconds since the Unix epoch, UTC: the one representation of an instant in stores and services.
using UnixMillis = int64_t;

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual UnixMillis Now() const = 0;

  // The machine's clock; lives for ever.
  static const Clock& System();
};

// RFC 3339 in UTC with milliseconds, `2026-12-31T20:59:59.999Z`, as the REST contract sends all times.
std::string FormatTime(UnixMillis time);

// Reads RFC 3339 with any offset and any fraction. INVALID_ARGUMENT for everything else.
absl::StatusOr<UnixMillis> ParseTime(std::string_view text);

}  // namespace academy

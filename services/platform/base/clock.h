// The clock, injected so that tests can control time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace academy {

// Milliseconds since the Unix epoch, UTC. The only representation of an instant in stores and services.
using UnixMillis = int64_t;

// Moves an instant by a duration, truncated to whole milliseconds.
inline UnixMillis operator+(UnixMillis time, absl::Duration duration) {
  return time + absl::ToInt64Milliseconds(duration);
}
inline UnixMillis operator-(UnixMillis time, absl::Duration duration) {
  return time - absl::ToInt64Milliseconds(duration);
}

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual UnixMillis Now() const = 0;

  // The system clock, as SystemTime believes it; never destroyed.
  static const Clock& System();
};

// Formats as RFC 3339 in UTC with milliseconds, `2026-12-31T20:59:59.999Z`, as the REST contract sends all times.
std::string FormatTime(UnixMillis time);

// Parses RFC 3339 with any offset and fraction. INVALID_ARGUMENT for anything else.
absl::StatusOr<UnixMillis> ParseTime(std::string_view text);

}  // namespace academy

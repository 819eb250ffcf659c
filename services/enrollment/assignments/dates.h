// The dates of an assignment: a day in the academy's time zone, or an RFC 3339 instant.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/enrollment/assignments/access.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// `2026-12-31` begins at its first instant in `zone`; a date-time is the instant it names. INVALID_ARGUMENT otherwise,
// and for instants outside the years 1970 to 9999.
absl::StatusOr<UnixMillis> ParseStart(std::string_view text, const absl::TimeZone& zone);

// The same, but a day lasts to its last millisecond.
absl::StatusOr<UnixMillis> ParseExpiry(std::string_view text, const absl::TimeZone& zone);

// Both dates of a request. INVALID_ARGUMENT validation_failed with a violation for each refused field: `required`,
// `invalid_date`, or `before_start` for an expiry before the start.
absl::StatusOr<Window> ParseWindow(std::string_view start, std::string_view expiry, const absl::TimeZone& zone);

// For a change of dates: an empty text keeps what `present` has, but not both may be empty. Errors as ParseWindow.
absl::StatusOr<Window> ParseChangedWindow(std::string_view start, std::string_view expiry, const Window& present,
                                          const absl::TimeZone& zone);

// The same time of day so many days later; the end of a day stays the end of a day. OUT_OF_RANGE past the year 9999.
absl::StatusOr<UnixMillis> AddDays(UnixMillis time, int days, const absl::TimeZone& zone);

// A window's ends in the words that ParseStart and ParseExpiry take for them: days where they are a day's first and
// last millisecond, RFC 3339 otherwise.
std::string StartText(UnixMillis time, const absl::TimeZone& zone);
std::string ExpiryText(UnixMillis time, const absl::TimeZone& zone);

// Days since 1970 of the day that `time` is in, and that day's first instant and text (`2026-12-31`).
int DayOf(UnixMillis time, const absl::TimeZone& zone);
UnixMillis StartOfDay(int day, const absl::TimeZone& zone);
std::string DayText(int day);

}  // namespace academy::enrollment

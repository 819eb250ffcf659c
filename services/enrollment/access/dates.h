// The dates of an assignment: a day in the academy's time zone, or an RFC 3339 instant.
//
// All functions are pure and thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/enrollment/access/access.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// Parses a start: `2026-12-31` is the day's first instant in `zone`, a date-time is the instant it names.
// INVALID_ARGUMENT otherwise, and for instants outside the years 1970 to 9999.
absl::StatusOr<UnixMillis> ParseStart(std::string_view text, const absl::TimeZone& zone);

// The same for an expiry: a day is its last millisecond.
absl::StatusOr<UnixMillis> ParseExpiry(std::string_view text, const absl::TimeZone& zone);

// Parses both dates of a request. INVALID_ARGUMENT validation_failed with a violation for each refused field:
// `required`, `invalid_date`, or `before_start` for an expiry before the start.
absl::StatusOr<Window> ParseWindow(std::string_view start, std::string_view expiry, const absl::TimeZone& zone);

// For a change of dates: an empty text keeps the date of `present`, but both must not be empty. Errors as ParseWindow.
absl::StatusOr<Window> ParseChangedWindow(std::string_view start, std::string_view expiry, const Window& present,
                                          const absl::TimeZone& zone);

// Returns the same time of day `days` later; the end of a day stays the end of a day. OUT_OF_RANGE past the year 9999.
absl::StatusOr<UnixMillis> AddDays(UnixMillis time, int days, const absl::TimeZone& zone);

// Format texts that ParseStart and ParseExpiry parse: a day if the instant is the first (StartText) or last
// (ExpiryText) millisecond of a day, otherwise RFC 3339.
std::string StartText(UnixMillis time, const absl::TimeZone& zone);
std::string ExpiryText(UnixMillis time, const absl::TimeZone& zone);

// Convert between an instant, its day in `zone` counted from 1970, that day's first instant, and its text
// (`2026-12-31`).
int DayOf(UnixMillis time, const absl::TimeZone& zone);
UnixMillis StartOfDay(int day, const absl::TimeZone& zone);
std::string DayText(int day);

}  // namespace academy::enrollment

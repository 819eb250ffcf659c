#include "services/enrollment/access/dates.h"

#include <utility>
#include <vector>

#include "absl/time/civil_time.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

// 9999-12-31T23:59:59.999Z: later instants have no RFC 3339 text.
constexpr UnixMillis kMaxInstant = 253'402'300'799'999;

bool LooksLikeDay(std::string_view text) {
  if (text.size() != 10) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    bool dash = i == 4 || i == 7;
    if (dash ? text[i] != '-' : text[i] < '0' || text[i] > '9') return false;
  }
  return true;
}

// Parses a calendar day in the form YYYY-MM-DD; ParseCivilTime alone also accepts other forms.
std::optional<absl::CivilDay> ParseDay(std::string_view text) {
  absl::CivilDay day;
  if (!LooksLikeDay(text) || !absl::ParseCivilTime(absl::string_view(text.data(), text.size()), &day)) {
    return std::nullopt;
  }
  return day;
}

absl::Status InvalidDate() { return absl::InvalidArgumentError("not a date"); }

absl::StatusOr<UnixMillis> InRange(absl::StatusOr<UnixMillis> time) {
  if (!time.ok() || *time < 0 || *time > kMaxInstant) return InvalidDate();
  return time;
}

// Also correct if a clock change skips or repeats midnight: FromCivil then returns the first instant of the day.
UnixMillis FirstInstant(absl::CivilDay day, const absl::TimeZone& zone) {
  return absl::ToUnixMillis(absl::FromCivil(absl::CivilSecond(day), zone));
}

FieldViolation Invalid(std::string_view field) {
  return {std::string(field), "invalid_date", "Please give a date such as 2026-12-31"};
}

FieldViolation Required(std::string_view field) { return {std::string(field), "required", "Please give a date"}; }

absl::StatusOr<Window> Check(absl::StatusOr<UnixMillis> start, absl::StatusOr<UnixMillis> expiry,
                             std::vector<FieldViolation> fields) {
  if (fields.empty() && *expiry < *start) {
    fields.push_back({"expiryDate", "before_start", "The expiry date must not be before the start date"});
  }
  if (!fields.empty()) return ValidationError(std::move(fields));
  return Window{.start = *start, .expiry = *expiry};
}

}  // namespace

absl::StatusOr<UnixMillis> ParseStart(std::string_view text, const absl::TimeZone& zone) {
  if (std::optional<absl::CivilDay> day = ParseDay(text)) return InRange(FirstInstant(*day, zone));
  return InRange(ParseTime(text));
}

absl::StatusOr<UnixMillis> ParseExpiry(std::string_view text, const absl::TimeZone& zone) {
  if (std::optional<absl::CivilDay> day = ParseDay(text)) return InRange(FirstInstant(*day + 1, zone) - 1);
  return InRange(ParseTime(text));
}

absl::StatusOr<Window> ParseWindow(std::string_view start, std::string_view expiry, const absl::TimeZone& zone) {
  std::vector<FieldViolation> fields;
  absl::StatusOr<UnixMillis> from = ParseStart(start, zone);
  absl::StatusOr<UnixMillis> to = ParseExpiry(expiry, zone);
  if (!from.ok()) fields.push_back(start.empty() ? Required("startDate") : Invalid("startDate"));
  if (!to.ok()) fields.push_back(expiry.empty() ? Required("expiryDate") : Invalid("expiryDate"));
  return Check(std::move(from), std::move(to), std::move(fields));
}

absl::StatusOr<Window> ParseChangedWindow(std::string_view start, std::string_view expiry, const Window& present,
                                          const absl::TimeZone& zone) {
  if (start.empty() && expiry.empty()) return ParseWindow(start, expiry, zone);
  std::vector<FieldViolation> fields;
  absl::StatusOr<UnixMillis> from = start.empty() ? present.start : ParseStart(start, zone);
  absl::StatusOr<UnixMillis> to = expiry.empty() ? present.expiry : ParseExpiry(expiry, zone);
  if (!from.ok()) fields.push_back(Invalid("startDate"));
  if (!to.ok()) fields.push_back(Invalid("expiryDate"));
  return Check(std::move(from), std::move(to), std::move(fields));
}

absl::StatusOr<UnixMillis> AddDays(UnixMillis time, int days, const absl::TimeZone& zone) {
  // The last millisecond of a day is followed by the next day's first instant, whatever the clock changes.
  absl::CivilDay next = absl::ToCivilDay(absl::FromUnixMillis(time + 1), zone);
  UnixMillis moved = 0;
  if (FirstInstant(next, zone) == time + 1) {
    moved = FirstInstant(next + days, zone) - 1;
  } else {
    absl::CivilSecond second = absl::ToCivilSecond(absl::FromUnixMillis(time), zone);
    absl::CivilSecond later(second.year(), second.month(), second.day() + days, second.hour(), second.minute(),
                            second.second());
    moved = absl::ToUnixMillis(absl::FromCivil(later, zone)) + time % 1000;
  }
  if (moved < 0 || moved > kMaxInstant) return absl::OutOfRangeError("not in the years 1970 to 9999");
  return moved;
}

std::string StartText(UnixMillis time, const absl::TimeZone& zone) {
  int day = DayOf(time, zone);
  return StartOfDay(day, zone) == time ? DayText(day) : FormatTime(time);
}

std::string ExpiryText(UnixMillis time, const absl::TimeZone& zone) {
  int day = DayOf(time, zone);
  return StartOfDay(day + 1, zone) - 1 == time ? DayText(day) : FormatTime(time);
}

int DayOf(UnixMillis time, const absl::TimeZone& zone) {
  return static_cast<int>(absl::ToCivilDay(absl::FromUnixMillis(time), zone) - absl::CivilDay(1970, 1, 1));
}

UnixMillis StartOfDay(int day, const absl::TimeZone& zone) {
  return FirstInstant(absl::CivilDay(1970, 1, 1) + day, zone);
}

std::string DayText(int day) { return absl::FormatCivilTime(absl::CivilDay(1970, 1, 1) + day); }

}  // namespace academy::enrollment

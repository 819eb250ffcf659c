#include "services/platform/base/clock.h"

#include <cstdint>

#include "absl/time/time.h"
#include "services/platform/base/system_time.h"

namespace academy {
namespace {

class SystemClock final : public Clock {
 public:
  UnixMillis Now() const override { return SystemTime::OfMachine().Now(); }
};

}  // namespace

const Clock& Clock::System() {
  static const SystemClock clock;
  return clock;
}

std::string FormatTime(UnixMillis time) {
  constexpr UnixMillis kDay = 24LL * 60 * 60 * 1000;
  // 0000-03-01 to 9999-12-31, years of four digits. Computed without time zone tables, because lists hold thousands of
  // times.
  constexpr UnixMillis kFirst = -719468 * kDay;
  constexpr UnixMillis kEnd = 253402300800000;
  if (time < kFirst || time >= kEnd) {
    return absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::FromUnixMillis(time), absl::UTCTimeZone());
  }
  // Counts days in years that begin in March, so that leap days come last (as std::chrono's year_month_day).
  auto since = static_cast<uint64_t>(time - kFirst);
  uint64_t days = since / kDay;
  uint64_t milliseconds = since % kDay;
  uint64_t era = days / 146097;
  uint64_t day_of_era = days % 146097;
  uint64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  uint64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  uint64_t march_month = (5 * day_of_year + 2) / 153;
  uint64_t day = day_of_year - (153 * march_month + 2) / 5 + 1;
  uint64_t month = march_month < 10 ? march_month + 3 : march_month - 9;
  uint64_t year = era * 400 + year_of_era + (month <= 2 ? 1 : 0);

  std::string text = "0000-00-00T00:00:00.000Z";
  auto put = [&](size_t end, uint64_t number) {
    for (; number > 0; number /= 10) text[--end] = static_cast<char>('0' + number % 10);
  };
  put(4, year);
  put(7, month);
  put(10, day);
  put(13, milliseconds / 3'600'000);
  put(16, milliseconds / 60'000 % 60);
  put(19, milliseconds / 1000 % 60);
  put(23, milliseconds % 1000);
  return text;
}

absl::StatusOr<UnixMillis> ParseTime(std::string_view text) {
  absl::Time time;
  if (!absl::ParseTime(absl::RFC3339_full, absl::string_view(text.data(), text.size()), &time, nullptr) ||
      time == absl::InfiniteFuture() || time == absl::InfinitePast()) {
    return absl::InvalidArgumentError("not an RFC 3339 time");
  }
  return absl::ToUnixMillis(time);
}

}  // namespace academy

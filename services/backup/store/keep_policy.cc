#include "services/backup/store/keep_policy.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

#include "absl/time/civil_time.h"
#include "absl/time/time.h"
#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

constexpr int kMaxCount = 10'000;

absl::Status Invalid(std::string_view text) {
  return Error(absl::StatusCode::kInvalidArgument, "keep_invalid",
               "'" + std::string(text) + "' is not how long backups are kept: write it like 24h,7d,4w,6m");
}

int* CountOf(KeepPolicy& policy, char unit) {
  switch (unit) {
    case 'h':
      return &policy.hours;
    case 'd':
      return &policy.days;
    case 'w':
      return &policy.weeks;
    case 'm':
      return &policy.months;
    case 'y':
      return &policy.years;
    default:
      return nullptr;
  }
}

using Period = std::function<int64_t(UnixMillis)>;

absl::CivilSecond CivilOf(UnixMillis time) {
  return absl::ToCivilSecond(absl::FromUnixMillis(time), absl::UTCTimeZone());
}
int64_t HourOf(UnixMillis time) { return absl::CivilHour(CivilOf(time)) - absl::CivilHour(1970); }
int64_t DayOf(UnixMillis time) { return absl::CivilDay(CivilOf(time)) - absl::CivilDay(1970); }
// Weeks begin on Mondays; the first day of 1970 was a Thursday.
int64_t WeekOf(UnixMillis time) { return (DayOf(time) + 3) / 7; }
int64_t MonthOf(UnixMillis time) { return absl::CivilMonth(CivilOf(time)) - absl::CivilMonth(1970); }
int64_t YearOf(UnixMillis time) { return CivilOf(time).year(); }

}  // namespace

absl::StatusOr<KeepPolicy> ParseKeepPolicy(std::string_view text) {
  KeepPolicy policy;
  for (std::string_view rest = text;;) {
    std::string_view part = rest.substr(0, rest.find(','));
    int count = 0;
    const char* end = part.data() + part.size() - (part.empty() ? 0 : 1);
    auto [read, error] = std::from_chars(part.data(), end, count);
    int* place = part.size() < 2 ? nullptr : CountOf(policy, part.back());
    if (place == nullptr || error != std::errc() || read != end || count < 1 || count > kMaxCount || *place != 0) {
      return Invalid(text);
    }
    *place = count;
    if (part.size() == rest.size()) return policy;
    rest.remove_prefix(part.size() + 1);
  }
}

std::vector<bool> Kept(const KeepPolicy& policy, const std::vector<UnixMillis>& times) {
  std::vector<size_t> newest_first(times.size());
  std::iota(newest_first.begin(), newest_first.end(), 0);
  std::stable_sort(newest_first.begin(), newest_first.end(), [&](size_t a, size_t b) { return times[a] > times[b]; });
  std::vector<bool> kept(times.size());
  if (!newest_first.empty()) kept[newest_first.front()] = true;
  const std::pair<int, Period> rules[] = {{policy.hours, HourOf},
                                          {policy.days, DayOf},
                                          {policy.weeks, WeekOf},
                                          {policy.months, MonthOf},
                                          {policy.years, YearOf}};
  for (const auto& [count, period] : rules) {
    int left = count;
    int64_t last = std::numeric_limits<int64_t>::max();
    for (size_t index : newest_first) {
      int64_t current = period(times[index]);
      if (left == 0) break;
      if (current == last) continue;
      last = current;
      kept[index] = true;
      --left;
    }
  }
  return kept;
}

}  // namespace academy::backup

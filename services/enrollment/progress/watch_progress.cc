#include "services/enrollment/progress/watch_progress.h"

#include <algorithm>

namespace academy::enrollment {
namespace {

// Returns the credit for the time since the latest report.
int64_t EarnedCredit(UnixMillis now, const WatchAccount& account, const ProgressRules& rules) {
  // A clock that was set back must not reduce the credit.
  return std::clamp<int64_t>(now - account.updated_at, 0, absl::ToInt64Milliseconds(rules.max_pause)) * rules.max_speed;
}

// Returns the credit to store when a report leaves `left` of it.
int64_t RemainingCredit(int64_t left, const WatchAccount& before, int64_t earned, const ProgressRules& rules) {
  int64_t burst = absl::ToInt64Milliseconds(rules.burst);
  // The first report after a pause: others may follow it.
  if (earned > burst) return left;
  return std::min(left, std::max(burst, before.credit - earned));
}

}  // namespace

AppliedReport ApplyReport(const std::optional<PartState>& before, const std::optional<WatchAccount>& account,
                          const WatchReport& report, int64_t duration, UnixMillis now, const ProgressRules& rules) {
  const int64_t burst = absl::ToInt64Milliseconds(rules.burst);
  const WatchAccount stored = account.value_or(WatchAccount{.credit = burst, .updated_at = now});
  AppliedReport result{.part = before.value_or(PartState{})};
  PartState& state = result.part;
  int64_t earned = EarnedCredit(now, stored, rules);
  int64_t credit =
      std::min(stored.credit + earned, burst + absl::ToInt64Milliseconds(rules.max_pause) * rules.max_speed);
  for (const IntervalSet::Interval& interval : report.watched) {
    int64_t to = std::min(interval.to, duration);
    int64_t end = state.watched.EndWithin(interval.from, to, credit);
    int64_t added = state.watched.Missing(interval.from, end);
    credit -= added;
    result.added += added;
    state.watched.Add(interval.from, end);
  }
  state.watched.Limit(rules.max_intervals);
  result.account = {.credit = RemainingCredit(credit, stored, earned, rules),
                    .updated_at = std::max(now, stored.updated_at)};
  state.updated_at = before.has_value() ? std::max(now, before->updated_at) : now;

  bool was_completed = state.completed;
  int64_t threshold = duration * rules.complete_percent / 100;
  state.completed = was_completed || (duration > 0 && WatchedWithin(state, duration) >= threshold);
  // A completed part that is watched again resumes where it was left, unless that is its end.
  bool restarts = state.completed && (!was_completed || report.position >= threshold);
  state.position = restarts ? 0 : std::min(report.position, duration);
  return result;
}

int64_t WatchedWithin(const PartState& state, int64_t duration) {
  IntervalSet watched = state.watched;
  watched.ClampTo(duration);
  return watched.Length();
}

int32_t PercentOf(const PartState& state, int64_t duration) {
  if (state.completed) return 100;
  if (duration <= 0) return 0;
  return static_cast<int32_t>(WatchedWithin(state, duration) * 100 / duration);
}

int StoppedIn(const PartState& state, int64_t duration) {
  if (state.completed) return kNotStopped;
  if (duration <= 0) return 0;
  return static_cast<int>(std::clamp<int64_t>(state.position * kBuckets / duration, 0, kBuckets - 1));
}

int64_t WatchedBuckets(const PartState& state, int64_t duration) {
  if (duration <= 0) return 0;
  int64_t buckets = 0;
  for (int64_t i = 0; i < kBuckets; ++i) {
    int64_t from = duration * i / kBuckets;
    int64_t to = duration * (i + 1) / kBuckets;
    if (to > from && 2 * state.watched.Missing(from, to) <= to - from) buckets |= int64_t{1} << i;
  }
  return buckets;
}

}  // namespace academy::enrollment

#include "services/enrollment/watch_progress.h"

#include <algorithm>

namespace academy::enrollment {
namespace {

int64_t CreditAt(const std::optional<PartState>& before, UnixMillis now, const ProgressRules& rules) {
  if (!before.has_value()) return rules.burst;
  // A clock set back must not take credit away.
  int64_t passed = std::max<int64_t>(0, now - before->updated_at);
  // Unused time is kept up to the burst only, but a long pause between two reports counts in full for this one.
  return before->credit + passed * rules.fastest;
}

}  // namespace

PartState Advance(const std::optional<PartState>& before, const WatchReport& report, int64_t duration, UnixMillis now,
                  const ProgressRules& rules) {
  PartState state = before.value_or(PartState{});
  int64_t credit = CreditAt(before, now, rules);
  for (const IntervalSet::Interval& interval : report.watched) {
    int64_t to = std::min(interval.to, duration);
    int64_t end = state.watched.EndWithin(interval.from, to, credit);
    credit -= state.watched.Missing(interval.from, end);
    state.watched.Add(interval.from, end);
  }
  state.watched.Limit(rules.intervals);
  state.credit = std::min(credit, rules.burst);
  state.updated_at = before.has_value() ? std::max(now, before->updated_at) : now;

  bool was_completed = state.completed;
  int64_t threshold = duration * rules.complete_percent / 100;
  state.completed = was_completed || (duration > 0 && WatchedWithin(state, duration) >= threshold);
  // Watching a finished part again goes on where it was left, unless that is its end.
  bool restarts = state.completed && (!was_completed || report.position >= threshold);
  state.position = restarts ? 0 : std::min(report.position, duration);
  return state;
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

}  // namespace academy::enrollment

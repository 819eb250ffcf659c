// The rules of progress: what a report of watched seconds makes of what is stored.
//
// Every function is pure and may be called from any thread. All times are milliseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "services/enrollment/progress/interval_set.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

struct ProgressRules {
  // A part is complete when this much of it was watched.
  int complete_percent = 90;
  // Seconds of video that a second of wall-clock time can account for: the fastest playback there is.
  int fastest = 2;
  // What may be reported beyond that, for reports that come late or in a crowd.
  int64_t burst = 120'000;
  // Of a pause between two reports so much counts. A page cannot play for longer without new addresses.
  int64_t max_pause = 12LL * 60 * 60 * 1000;
  // Intervals kept of a part; past that the smallest gaps are closed.
  size_t intervals = 2'000;
};

// What is stored of one learner's watching of one part.
struct PartState {
  // Where to go on.
  int64_t position = 0;
  IntervalSet watched;
  bool completed = false;
  UnixMillis updated_at = 0;
};

// How much video a learner may report: one account over all parts, since nobody watches two at once.
//
// After a pause, a player that had no network tells lesson by lesson what was watched: what the first of these reports
// leaves of the pause's time is there for the next ones. Who reports as time goes by saves nothing up beyond the burst,
// and has what a pause left for as long again as it took to come.
struct WatchAccount {
  // Video time that the next report may add, over what passes until then.
  int64_t credit = 0;
  UnixMillis updated_at = 0;
};

// A player's report: positions within the video.
struct WatchReport {
  int64_t position = 0;
  std::vector<IntervalSet::Interval> watched;
};

struct AppliedReport {
  PartState part;
  WatchAccount account;
  // Video time that counted as newly watched.
  int64_t added = 0;
};

// Adds a report at `now` about a part of `duration`. Watched time only ever grows, whatever order reports come in, but
// over all parts of a learner not faster than the clock allows; a part that is complete stays so, and its position
// starts again at 0.
AppliedReport ApplyReport(const std::optional<PartState>& before, const std::optional<WatchAccount>& account,
                          const WatchReport& report, int64_t duration, UnixMillis now, const ProgressRules& rules);

// Watched time within the present duration (a video may have been replaced by a shorter one).
int64_t WatchedWithin(const PartState& state, int64_t duration);

// 0 to 100, rounded down; 100 for a complete part.
int32_t PercentOf(const PartState& state, int64_t duration);

// A part in twenty buckets of equal length, for statistics.
inline constexpr int kBuckets = 20;
// No stretch: the part is complete, and nobody stopped in it.
inline constexpr int kNotStopped = -1;

// The stretch in which the viewer stopped; kNotStopped for a complete part.
int StoppedIn(const PartState& state, int64_t duration);
// Bit i stands for stretch i, of which at least half was watched.
int64_t WatchedBuckets(const PartState& state, int64_t duration);

}  // namespace academy::enrollment

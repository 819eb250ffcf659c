// The rules of progress: how a player's report changes the stored progress.
//
// All functions are pure and thread-safe. Times in videos are in milliseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/time/time.h"
#include "services/enrollment/progress/interval_set.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

struct ProgressRules {
  // A part is completed once this percentage of it was watched.
  int complete_percent = 90;
  // Maximum seconds of video per second of wall-clock time: the fastest playback.
  int max_speed = 2;
  // Video time that may be reported beyond that, because reports can arrive out of order or concurrently.
  absl::Duration burst = absl::Minutes(2);
  // Maximum time between two reports that earns credit. A page cannot play longer without new URLs.
  absl::Duration max_pause = absl::Hours(12);
  // Maximum number of stored intervals of a part; beyond it the smallest gaps are closed.
  size_t max_intervals = 2'000;
};

// One learner's stored progress in one part.
struct PartState {
  // Where playback resumes.
  int64_t position = 0;
  IntervalSet watched;
  bool completed = false;
  UnixMillis updated_at = 0;
};

// How much video a learner may report: one account over all parts, because nobody watches two at once.
//
// A player that was offline reports part by part afterwards, so credit that the first of these reports does not use
// stays for the next ones. Steady reports accumulate no credit beyond the burst; credit from a pause runs down over as
// much time as the pause lasted.
struct WatchAccount {
  // Video time that the next report may add, besides the time that passes until then.
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

// Applies a report received at `now` on a part of `duration`. Watched time only grows, in whatever order reports
// arrive, and over all parts of a learner no faster than the clock allows. A completed part stays completed, and its
// position restarts at 0.
AppliedReport ApplyReport(const std::optional<PartState>& before, const std::optional<WatchAccount>& account,
                          const WatchReport& report, int64_t duration, UnixMillis now, const ProgressRules& rules);

// Returns the watched time within `duration`; the video may have been replaced by a shorter one.
int64_t WatchedWithin(const PartState& state, int64_t duration);

// Returns 0 to 100, rounded down; 100 for a completed part.
int32_t PercentOf(const PartState& state, int64_t duration);

// Statistics divide a part into this many buckets of equal length.
inline constexpr int kBuckets = 20;
// No bucket: the viewer completed the part.
inline constexpr int kNotStopped = -1;

// Returns the bucket in which the viewer stopped; kNotStopped for a completed part.
int StoppedIn(const PartState& state, int64_t duration);
// Returns a bit set: bit i is set if at least half of bucket i was watched.
int64_t WatchedBuckets(const PartState& state, int64_t duration);

}  // namespace academy::enrollment

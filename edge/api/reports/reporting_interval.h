// How many seconds a player shall wait until its next report: few while few people watch, more under load.
//
// Thread-safe. Counts who watches rather than reports, which depend on what the players were told before.
#pragma once

#include <cstddef>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace academy::edge {

// The answer's field of that number, for clients.
inline constexpr char kReportIntervalField[] = "Report-Interval";

class ReportingInterval {
 public:
  static constexpr size_t kMinSeconds = 5;
  static constexpr size_t kMaxSeconds = 15;
  // Up to so many reports a second, players report as often as they can.
  static constexpr size_t kReportsPerSecond = 400;

  // Counts a report of a session at `now`, by the steady clock, and returns what its player is told.
  size_t Next(std::string_view session_id, absl::Duration now) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Longer than any player waits.
  static constexpr absl::Duration kWindow = absl::Seconds(20);

  absl::Mutex mutex_;
  // When the present window began.
  absl::Duration begun_ ABSL_GUARDED_BY(mutex_) = -absl::InfiniteDuration();
  // Hashes of the sessions that reported in it, and how many did in the one before.
  absl::flat_hash_set<size_t> watching_ ABSL_GUARDED_BY(mutex_);
  size_t watched_before_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::edge

// How long a process that stops waits for others.
#pragma once

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace academy {

// The phases of a stop: not ready at once; still serving for `delay`; then nothing new is accepted, and what is under
// way may finish for `time`. The defaults are those of one machine, where nobody sends calls elsewhere meanwhile, and
// where `./academy` stops within 10 s.
struct DrainTimes {
  static constexpr absl::Duration kMax = absl::Seconds(60);

  absl::Duration delay = absl::ZeroDuration();
  absl::Duration time = absl::Seconds(5);
};

// From the flags --drain_delay and --drain_time, which it defines. INVALID_ARGUMENT invalid_flag if one is negative or
// above kMax.
absl::StatusOr<DrainTimes> DrainTimesFromFlags();

}  // namespace academy

// The time by a clock that nobody can set: for limits, pauses and ages within a process.
//
// When the system clock is set back by an hour, what waits for a time of day waits for that hour too.
#pragma once

#include <chrono>

#include "absl/time/time.h"

namespace academy {

// Returns the time since some moment before the process began. It is no absl::Time, so that it cannot be mixed with the
// time of day. Thread-safe.
inline absl::Duration SteadyNow() { return absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch()); }

}  // namespace academy

// Deadlines of gRPC calls, by the steady clock. A deadline by the time of day is wrong when the clock is set:
// absl::Now() may still say the old time two seconds after that, and a call whose deadline was made from it fails at
// once.
#pragma once

#include <grpc/support/time.h>

#include "absl/time/time.h"

namespace academy {

inline gpr_timespec DeadlineAfter(absl::Duration timeout) {
  return gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC),
                      gpr_time_from_nanos(absl::ToInt64Nanoseconds(timeout), GPR_TIMESPAN));
}

}  // namespace academy

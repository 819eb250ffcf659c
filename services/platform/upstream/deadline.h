// Deadlines of gRPC calls, by the steady clock. A deadline by the time of day is wrong when the clock is set:
// absl::Now() may still say the old time two seconds after that, and a call whose deadline was made from it fails at
// once.
#pragma once

#include <grpc/support/time.h>

#include "absl/time/time.h"

namespace academy {

// The time until then, which is negative if it is over and infinite if there is no deadline.
inline absl::Duration TimeUntil(gpr_timespec deadline) {
  if (gpr_time_cmp(deadline, gpr_inf_future(deadline.clock_type)) == 0) return absl::InfiniteDuration();
  gpr_timespec left = gpr_time_sub(gpr_convert_clock_type(deadline, GPR_CLOCK_MONOTONIC), gpr_now(GPR_CLOCK_MONOTONIC));
  return absl::Seconds(left.tv_sec) + absl::Nanoseconds(left.tv_nsec);
}

inline gpr_timespec DeadlineAfter(absl::Duration timeout) {
  return gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC),
                      gpr_time_from_nanos(absl::ToInt64Nanoseconds(timeout), GPR_TIMESPAN));
}

}  // namespace academy

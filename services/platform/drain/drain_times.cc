#include "services/platform/drain/drain_times.h"

#include <string>

#include "absl/flags/flag.h"
#include "services/platform/base/status.h"

ABSL_FLAG(
    absl::Duration, drain_delay, academy::DrainTimes().delay,
    "How long the process serves on at a stop, already not ready, so that balancers and callers notice; up to 60s");
ABSL_FLAG(absl::Duration, drain_time, academy::DrainTimes().time,
          "How long requests under way may take to finish at a stop, up to 60s");

namespace academy {
namespace {

absl::Status CheckTime(const std::string& flag, absl::Duration value) {
  if (value >= absl::ZeroDuration() && value <= DrainTimes::kMax) return absl::OkStatus();
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--" + flag + " is a time from 0 to 60s");
}

}  // namespace

absl::StatusOr<DrainTimes> DrainTimesFromFlags() {
  DrainTimes times{.delay = absl::GetFlag(FLAGS_drain_delay), .time = absl::GetFlag(FLAGS_drain_time)};
  RETURN_IF_ERROR(CheckTime("drain-delay", times.delay));
  RETURN_IF_ERROR(CheckTime("drain-time", times.time));
  return times;
}

}  // namespace academy

#include "services/platform/db/server/run_again.h"

#include <algorithm>

#include "absl/time/clock.h"
#include "services/platform/background/call_limit.h"
#include "services/platform/db/server/server.h"

namespace academy {
namespace {

constexpr absl::Duration kFirstPause = absl::Milliseconds(20);
constexpr absl::Duration kMaxPause = absl::Milliseconds(500);

}  // namespace

RunAgain::RunAgain(const ServerMetrics& metrics, bool asks_first)
    : metrics_(metrics), asks_first_(asks_first), pause_(absl::ZeroDuration()) {}

bool RunAgain::After(const absl::Status& status) {
  if (!MayRunAgain(status) && !(asks_first_ && IsOutcomeUnknown(status))) return false;
  if (InCall() && CallTimeLeft() == absl::ZeroDuration()) return false;
  if (pause_ > absl::ZeroDuration()) {
    if (pause_ >= CallTimeLeft()) return false;
    absl::SleepFor(pause_);
  }
  pause_ = std::clamp(2 * pause_, kFirstPause, kMaxPause);
  metrics_.CountRerun(status);
  return true;
}

}  // namespace academy

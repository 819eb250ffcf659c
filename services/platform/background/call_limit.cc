#include "services/platform/background/call_limit.h"

#include <algorithm>

#include "services/platform/base/steady_time.h"

namespace academy {
namespace {

// By SteadyNow().
thread_local absl::Duration call_ends = -absl::InfiniteDuration();

}  // namespace

ScopedCallLimit::ScopedCallLimit(absl::Duration left) : before_(call_ends) { call_ends = SteadyNow() + left; }

ScopedCallLimit::~ScopedCallLimit() { call_ends = before_; }

bool InCall() { return call_ends > -absl::InfiniteDuration(); }

absl::Duration CallTimeLeft() { return std::max(call_ends - SteadyNow(), absl::ZeroDuration()); }

}  // namespace academy

#include "services/catalog/processing/retry_policy.h"

#include <algorithm>
#include <functional>
#include <string>

namespace academy::catalog {
namespace {

// Beyond this many doublings every pause is the longest one.
constexpr int kMaxDoublings = 30;

constexpr absl::Duration kMinDatabasePause = absl::Seconds(1);
constexpr absl::Duration kMaxDatabasePause = absl::Seconds(30);

absl::Duration Doubled(absl::Duration first, int doublings) {
  return first * (int64_t{1} << std::clamp(doublings, 0, kMaxDoublings));
}

}  // namespace

absl::Duration PauseWithoutDatabase(int failures) {
  return std::min(kMaxDatabasePause, Doubled(kMinDatabasePause, failures - 1));
}

absl::Duration RetryPolicy::PauseAfter(int waits, std::string_view reason, std::string_view asset_id) const {
  int doublings = waits - 1;
  if (reason == kInterrupted && --doublings < 0) return absl::ZeroDuration();
  absl::Duration pause = std::min(max_pause, Doubled(first_pause, doublings));
  if (reason == kDiskFull) pause = std::min(pause, max_pause_for_space);
  // From 80 to 120 per cent.
  size_t spread = std::hash<std::string>()(std::string(asset_id) + std::to_string(waits)) % 41;
  return pause * (80 + static_cast<int64_t>(spread)) / 100;
}

}  // namespace academy::catalog

// What a service's health and metrics say about the feeds that it writes and follows.
//
// All functions are thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/health/monitors.h"

namespace academy {

// A feed that the service follows.
struct FollowedFeed {
  // The service that writes it.
  std::string source;
  // For how long it has not been followed; zero while it is.
  std::function<absl::Duration()> lost_for;
  // Up to where it was read; negative if unknown.
  std::function<int64_t()> position;
};

// Adds the item `feeds`, about the feed that has been lost the longest, and gauges for each of `feeds`. What they call
// must outlive the last use of the monitors.
void WatchFollowedFeeds(const Monitors& monitors, std::vector<FollowedFeed> feeds);

// Adds a gauge of how far the service's own feed goes; the lag of a follower is the difference to its position.
void WatchOwnFeed(const Monitors& monitors, ChangeFeed& feed);

}  // namespace academy

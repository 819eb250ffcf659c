#include "services/platform/health/feed_health.h"

#include <algorithm>
#include <utility>

#include "services/platform/health/health_item.h"

namespace academy {
namespace {

constexpr absl::Duration kLost = absl::Minutes(1);
constexpr absl::Duration kLongLost = absl::Minutes(15);

}  // namespace

void WatchFollowedFeeds(const Monitors& monitors, std::vector<FollowedFeed> feeds) {
  if (monitors.metrics != nullptr) {
    for (const FollowedFeed& feed : feeds) {
      monitors.metrics->Gauge("academy_feed_lost_seconds", "For how long a feed has not been followed",
                              [lost_for = feed.lost_for] { return absl::ToDoubleSeconds(lost_for()); },
                              {{"source", feed.source}});
      monitors.metrics->Gauge("academy_feed_position", "Up to where a feed was read",
                              [position = feed.position] { return static_cast<double>(position()); },
                              {{"source", feed.source}});
    }
  }
  if (monitors.health == nullptr) return;
  monitors.health->Add([feeds = std::move(feeds)] {
    absl::Duration longest;
    for (const FollowedFeed& feed : feeds) longest = std::max(longest, feed.lost_for());
    const char* code = longest > kLongLost ? "feed_long_lost" : longest > kLost ? "feed_lost" : "ok";
    return MakeHealthItem("feeds", code, absl::ToInt64Seconds(longest));
  });
}

void WatchOwnFeed(const Monitors& monitors, ChangeFeed& feed) {
  if (monitors.metrics == nullptr) return;
  monitors.metrics->Gauge("academy_feed_head", "Position of the last change in the service's own feed",
                          [&feed] { return static_cast<double>(feed.Head().value_or(-1)); });
}

}  // namespace academy

#include "services/platform/health/feed_health.h"

#include <gtest/gtest.h>

#include <string>

#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

TEST(FeedHealthTest, TheFeedThatHasBeenLostLongestDecides) {
  HealthBoard board;
  absl::Duration auth;
  absl::Duration catalog;
  WatchFollowedFeeds({.health = &board}, {{"auth", [&] { return auth; }, [] { return 1; }},
                                          {"catalog", [&] { return catalog; }, [] { return 2; }}});
  EXPECT_EQ(board.Collect()[0].name(), "feeds");
  EXPECT_EQ(board.Collect()[0].code(), "ok");
  catalog = absl::Minutes(1);
  EXPECT_EQ(board.Collect()[0].code(), "ok");
  catalog = absl::Seconds(61);
  EXPECT_EQ(board.Collect()[0].code(), "feed_lost");
  EXPECT_EQ(board.Collect()[0].value(), 61);
  auth = absl::Minutes(16);
  EXPECT_EQ(board.Collect()[0].code(), "feed_long_lost");
  auth = catalog = absl::ZeroDuration();
  EXPECT_EQ(board.Collect()[0].code(), "ok");
}

TEST(FeedHealthTest, GaugesHaveBothEndsOfAFeed) {
  TestDatabase database(Engine::kSqlite, {{1, "feed", kChangeFeedSchema}, {2, "feed event ids", kFeedEventIdsSchema}});
  FakeClock clock;
  ChangeFeed feed(*database, clock);
  ASSERT_OK(database->Write([&](Transaction& tx) {
    feed.Append(tx, "one");
    feed.Append(tx, "two");
    return absl::OkStatus();
  }));
  Metrics metrics("test");
  WatchOwnFeed({.metrics = &metrics}, feed);
  WatchFollowedFeeds({.metrics = &metrics}, {{"auth", [] { return absl::Seconds(5); }, [] { return 7; }}});
  std::string page = ToText(metrics.Collect());
  EXPECT_NE(page.find("academy_feed_head{process=\"test\"} 2\n"), page.npos) << page;
  EXPECT_NE(page.find("academy_feed_lost_seconds{process=\"test\",source=\"auth\"} 5\n"), page.npos) << page;
  EXPECT_NE(page.find("academy_feed_position{process=\"test\",source=\"auth\"} 7\n"), page.npos) << page;
}

}  // namespace
}  // namespace academy

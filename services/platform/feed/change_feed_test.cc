// Contract tests for ChangeFeed and FeedSweeper, run on every engine.
#include "services/platform/feed/change_feed.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "services/platform/db/query.h"
#include "services/platform/feed/feed_sweeper.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

const std::string& Schema() {
  static const std::string sql = std::string(kChangeFeedSchema) + std::string(kFeedPositionsSchema) +
                                 std::string(kFeedEventIdsSchema) + std::string(kFeedPlacesSchema);
  return sql;
}

class ChangeFeedTest : public testing::TestWithParam<Engine> {
 protected:
  ChangeFeedTest() : database_(GetParam(), {{1, "feed", Schema()}}), feed_(*database_, clock_) {}

  absl::StatusOr<int64_t> Append(std::string payload) {
    return database_->Write([&](Transaction& tx) -> absl::StatusOr<int64_t> { return feed_.Append(tx, payload); });
  }

  // The place of the first entry with this payload.
  FeedPlace PlaceOf(const std::string& payload) {
    const std::vector<FeedEntry> entries = *feed_.ReadAfter(0, 1000);
    for (const FeedEntry& entry : entries) {
      if (entry.payload != payload) continue;
      FeedPlace place = AtPosition(entry.position);
      place.set_event_id(entry.event_id);
      place.set_database_id(database_->id());
      return place;
    }
    return {};
  }

  FakeClock clock_;
  TestDatabase database_;
  ChangeFeed feed_;
};

TEST_P(ChangeFeedTest, FeedPositionsGrowAndEntriesComeInOrder) {
  absl::StatusOr<int64_t> first = Append(std::string("one\0\xff", 5));
  absl::StatusOr<int64_t> second = Append("two");
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_LT(*first, *second);
  EXPECT_EQ(*feed_.Head(), *second);
  auto entries = feed_.ReadAfter(0, 10);
  ASSERT_EQ(entries->size(), 2u);
  EXPECT_EQ((*entries)[0].payload, std::string("one\0\xff", 5));
  EXPECT_EQ(feed_.ReadAfter(*first, 10)->size(), 1u);
  EXPECT_EQ(feed_.ReadAfter(*second, 10)->size(), 0u);
}

TEST_P(ChangeFeedTest, AnEventOfARolledBackChangeIsNotInTheFeed) {
  ASSERT_THAT(database_->Write([&](Transaction& tx) {
    feed_.Append(tx, "never");
    return absl::AbortedError("no");
  }),
              testing::Not(IsOk()));
  EXPECT_EQ(feed_.ReadAfter(0, 10)->size(), 0u);
}

TEST_P(ChangeFeedTest, ADatabaseThatReplacedTheOtherWhileItWasOpenIsNoticed) {
  if (!feed_.shared()) GTEST_SKIP() << "an open file cannot become another";
  ASSERT_OK(Append("one"));
  FeedPlace place = PlaceOf("one");
  EXPECT_FALSE(feed_.StartAfter(place)->restored());
  ASSERT_OK(database_->Write([](Transaction& tx) {
    tx.sql() << "UPDATE database_identity SET id = 'another'";
    return absl::OkStatus();
  }));
  EXPECT_TRUE(feed_.StartAfter(place)->restored());
}

TEST_P(ChangeFeedTest, ManyEventsOfOneChangeComeInTheirOrderAndListenersHearOnce) {
  ASSERT_OK(Append("before"));
  int heard = 0;
  feed_.Listen([&] { ++heard; });
  std::vector<std::string> payloads;
  for (int i = 0; i < 300; ++i) payloads.push_back("event " + std::to_string(i));
  ASSERT_OK(database_->Write([&](Transaction& tx) {
    feed_.AppendAll(tx, payloads);
    return absl::OkStatus();
  }));
  EXPECT_EQ(heard, 1);
  auto entries = feed_.ReadAfter(1, 1000);
  ASSERT_EQ(entries->size(), payloads.size());
  for (size_t i = 0; i < payloads.size(); ++i) {
    EXPECT_EQ(entries->at(i).payload, payloads[i]);
    EXPECT_EQ(entries->at(i).position, static_cast<int64_t>(i) + 2);
  }
  ASSERT_THAT(database_->Write([&](Transaction& tx) {
    feed_.AppendAll(tx, payloads);
    return absl::AbortedError("no");
  }),
              testing::Not(IsOk()));
  EXPECT_EQ(feed_.ReadAfter(1, 1000)->size(), payloads.size());
  EXPECT_EQ(heard, 1);
}

TEST_P(ChangeFeedTest, ListenersHearOfACommittedEvent) {
  int heard = 0;
  int handle = feed_.Listen([&] { ++heard; });
  ASSERT_OK(Append("one"));
  EXPECT_EQ(heard, 1);
  feed_.Unlisten(handle);
  ASSERT_OK(Append("two"));
  EXPECT_EQ(heard, 1);
}

TEST_P(ChangeFeedTest, AReadersPlaceIsKeptBySource) {
  auto load = [&](std::string_view source) {
    return *database_->Read(
        [&](soci::session& sql) -> absl::StatusOr<FeedPlace> { return LoadFeedPlace(sql, source); });
  };
  EXPECT_EQ(load("auth").position(), 0);
  for (int64_t position : {7, 9}) {
    FeedPlace place = AtPosition(position);
    place.set_event_id(position * 1000);
    place.set_database_id("database");
    ASSERT_OK(database_->Write([&](Transaction& tx) {
      StoreFeedPlace(tx, "auth", place);
      return absl::OkStatus();
    }));
  }
  EXPECT_EQ(load("auth").position(), 9);
  EXPECT_EQ(load("auth").event_id(), 9000);
  EXPECT_EQ(load("auth").database_id(), "database");
  EXPECT_EQ(load("catalog").position(), 0);
}

TEST_P(ChangeFeedTest, APlaceIsAdvancedOnceByWhicheverProcessComesFirst) {
  auto advance = [&](int64_t position, const std::string& database) {
    FeedPlace place = AtPosition(position);
    place.set_event_id(position * 1000);
    place.set_database_id(database);
    return *database_->Write(
        [&](Transaction& tx) -> absl::StatusOr<bool> { return AdvanceFeedPlace(tx, "auth", place); });
  };
  EXPECT_TRUE(advance(7, "")) << "of an older version";
  EXPECT_TRUE(advance(7, "first")) << "the same place, with the feed's database";
  EXPECT_FALSE(advance(7, "first"));
  EXPECT_TRUE(advance(9, "first"));
  EXPECT_FALSE(advance(8, "first"));
  EXPECT_FALSE(advance(10, "other")) << "only a reader that was told of a restored feed goes to another database";
  EXPECT_EQ(
      database_
          ->Read([](soci::session& sql) -> absl::StatusOr<int64_t> { return LoadFeedPlace(sql, "auth").position(); })
          .value(),
      9);
}

TEST_P(ChangeFeedTest, AReaderAtAPlaceOfTheFeedGoesOn) {
  ASSERT_OK(Append("one"));
  ASSERT_OK(Append("two"));
  FeedStart start = *feed_.StartAfter(PlaceOf("one"));
  EXPECT_FALSE(start.restored() || start.gap());
  EXPECT_EQ(start.head().SerializeAsString(), PlaceOf("two").SerializeAsString());
  FeedStart first = *feed_.StartAfter(FeedPlace());
  EXPECT_FALSE(first.restored() || first.gap());
  EXPECT_FALSE(feed_.StartAfter(AtPosition(1))->restored()) << "stored by an older version, without ids";
}

TEST_P(ChangeFeedTest, AReaderOfALaterHistoryIsToldThatTheFeedWasRestored) {
  ASSERT_OK(Append("one"));
  EXPECT_TRUE(feed_.StartAfter(AtPosition(2))->restored());
}

TEST_P(ChangeFeedTest, ARestoredFeedIsNoticedEvenWhenItHasGrownPastTheReader) {
  ASSERT_OK(Append("one"));
  ASSERT_OK(Append("two"));
  FeedPlace lost = PlaceOf("two");
  // An older copy of the database was restored, and went on with other events.
  ASSERT_OK(database_->Write([&](Transaction& tx) {
    Execute(tx.sql(), "DELETE FROM change_feed WHERE position = 2");
    Execute(tx.sql(), "INSERT INTO change_feed (position, at, event_id, payload) VALUES (2, 0, 77, 'dHdv')");
    Execute(tx.sql(), "INSERT INTO change_feed (position, at, event_id, payload) VALUES (3, 0, 78, 'dHdv')");
    return absl::OkStatus();
  }));
  FeedStart start = *feed_.StartAfter(lost);
  EXPECT_TRUE(start.restored());
  EXPECT_FALSE(start.gap());
}

TEST_P(ChangeFeedTest, AnotherDatabasesFeedIsNoticedEvenBeforeItsFirstEvent) {
  FeedPlace place;
  EXPECT_FALSE(feed_.StartAfter(place)->restored());
  place.set_database_id(database_->id());
  EXPECT_FALSE(feed_.StartAfter(place)->restored());
  place.set_database_id("another");
  EXPECT_TRUE(feed_.StartAfter(place)->restored());
}

TEST_P(ChangeFeedTest, OldEntriesAreForgottenAndPositionsGoOn) {
  FeedSweeper pruner(*database_, clock_);
  auto last = database_->Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    for (int i = 1; i < 2500; ++i) feed_.Append(tx, "old");
    return feed_.Append(tx, "old");
  });
  clock_.Advance(FeedSweeper::kKept / 2);
  int64_t newer = *Append("newer");
  ASSERT_OK(pruner.Prune());
  EXPECT_EQ(feed_.ReadAfter(0, 1)->at(0).position, 1) << "nothing is old yet";
  clock_.Advance(FeedSweeper::kKept / 2 + absl::Milliseconds(1));
  ASSERT_OK(pruner.Prune());
  EXPECT_EQ(feed_.ReadAfter(0, 10)->size(), 1u);
  EXPECT_EQ(feed_.ReadAfter(0, 1)->at(0).position, newer);
  clock_.Advance(FeedSweeper::kKept);
  ASSERT_OK(pruner.Prune());
  EXPECT_EQ(*feed_.Head(), newer) << "the newest stays, however old";
  EXPECT_EQ(*Append("next"), newer + 1);
  EXPECT_EQ(newer, *last + 1);
}

TEST_P(ChangeFeedTest, AnEntryFromBeforeAClockWasSetBackHoldsTheRestAndLeavesNoHole) {
  FeedSweeper pruner(*database_, clock_);
  ASSERT_OK(Append("old"));
  clock_.Advance(FeedSweeper::kKept * 3);
  ASSERT_OK(Append("from the future"));
  clock_.Advance(-FeedSweeper::kKept * 2);
  ASSERT_OK(Append("old by then"));
  ASSERT_OK(Append("newest"));
  clock_.Advance(FeedSweeper::kKept + absl::Milliseconds(1));
  ASSERT_OK(pruner.Prune());
  auto left = feed_.ReadAfter(0, 10);
  ASSERT_EQ(left->size(), 3u);
  EXPECT_EQ(left->at(0).payload, "from the future");
}

INSTANTIATE_TEST_SUITE_P(Engines, ChangeFeedTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy

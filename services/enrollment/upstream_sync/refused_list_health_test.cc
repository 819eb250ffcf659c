#include "services/enrollment/upstream_sync/refused_list_health.h"

#include <gtest/gtest.h>

#include "services/enrollment/schema.h"
#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::enrollment {
namespace {

class RefusedListHealthTest : public testing::TestWithParam<Engine> {
 protected:
  TestDatabase database_{GetParam(), Migrations()};
  FakeClock clock_;
};

TEST_P(RefusedListHealthTest, AListIsToldForAsLongAsItIsRefused) {
  HealthBoard board(clock_);
  WatchRefusedLists({.health = &board}, *database_);
  EXPECT_TRUE(board.Collect().empty());
  ASSERT_OK(database_->Write([&](Transaction& tx) {
    StoreRefusedList(tx.sql(), ListKind::kCourses, {.since = clock_.Now(), .missing = 40, .known = 50});
    return absl::OkStatus();
  }));
  const std::string since = FormatTime(clock_.Now());
  clock_.Advance(absl::Hours(1));
  ASSERT_EQ(board.Collect().size(), 1);
  EXPECT_EQ(board.Collect()[0].name(), "feeds");
  EXPECT_EQ(board.Collect()[0].code(), "feed_refused");
  EXPECT_EQ(board.Collect()[0].state(), "failing");
  EXPECT_EQ(board.Collect()[0].since(), since);
  EXPECT_EQ(board.Collect()[0].value(), 40);
  ASSERT_OK(database_->Write([&](Transaction& tx) {
    ClearRefusedList(tx.sql(), ListKind::kCourses);
    return absl::OkStatus();
  }));
  EXPECT_TRUE(board.Collect().empty());
}

INSTANTIATE_TEST_SUITE_P(Engines, RefusedListHealthTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment

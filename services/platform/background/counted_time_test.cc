#include "services/platform/background/counted_time.h"

#include <gtest/gtest.h>

#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

const std::vector<Migration>& Migrations() {
  static const std::vector<Migration> migrations = {{1, "counted time", kCountedTimeSchema}};
  return migrations;
}

class CountedTimeTest : public testing::TestWithParam<Engine> {
 protected:
  CountedTime Counter() {
    return CountedTime(*database_, [this] { return now_; });
  }
  int64_t Seconds() {
    auto millis = database_->Read([](soci::session& sql) -> absl::StatusOr<int64_t> { return CountedMillis(sql); });
    EXPECT_OK(millis);
    return millis.value_or(-1) / 1000;
  }

  TestDatabase database_{GetParam(), Migrations()};
  std::chrono::steady_clock::time_point now_;
};
INSTANTIATE_TEST_SUITE_P(Engines, CountedTimeTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(CountedTimeTest, CountsWhatPassesBetweenCallsAndGoesOnAfterAStart) {
  CountedTime first = Counter();
  ASSERT_OK(first.Count());
  EXPECT_EQ(Seconds(), 0);
  now_ += seconds(60);
  ASSERT_OK(first.Count());
  EXPECT_EQ(Seconds(), 60);
  now_ += hours(5);
  CountedTime second = Counter();
  ASSERT_OK(second.Count());
  EXPECT_EQ(Seconds(), 60) << "nobody counted while no process ran";
  now_ += seconds(30);
  ASSERT_OK(second.Count());
  EXPECT_EQ(Seconds(), 90);
}

TEST_P(CountedTimeTest, SeveralProcessesCountNoSecondTwice) {
  CountedTime one = Counter();
  CountedTime other = Counter();
  ASSERT_OK(one.Count());
  for (int i = 0; i < 5; ++i) {
    now_ += seconds(20);
    ASSERT_OK(other.Count());
    now_ += seconds(20);
    ASSERT_OK(one.Count());
  }
  EXPECT_EQ(Seconds(), 200);
}

TEST_P(CountedTimeTest, ALongPauseCountsAsAShortOne) {
  CountedTime counter = Counter();
  ASSERT_OK(counter.Count());
  now_ += hours(5);
  ASSERT_OK(counter.Count());
  EXPECT_EQ(Seconds(), absl::ToInt64Seconds(CountedTime::kMaxStep));
}

}  // namespace
}  // namespace academy

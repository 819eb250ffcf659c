#include "services/platform/db/clock/database_clock.h"

#include <gtest/gtest.h>

#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

constexpr UnixMillis kMinute = 60'000;

class DatabaseClockTest : public testing::Test {
 protected:
  DatabaseClock::Source Source() {
    return {.server = [this]() -> absl::StatusOr<UnixMillis> {
              steady_ += round_trip_;
              return server_;
            },
            .steady = [this] { return steady_; }};
  }

  FakeClock machine_;
  absl::StatusOr<UnixMillis> server_ = 1'000'000;
  absl::Duration steady_ = absl::Hours(3);
  absl::Duration round_trip_ = absl::ZeroDuration();
  DatabaseClock clock_{Source(), machine_};
};

TEST_F(DatabaseClockTest, IsTheMachinesUntilTheServerAnswers) {
  EXPECT_EQ(clock_.Now(), machine_.Now());
  server_ = absl::UnavailableError("away");
  EXPECT_FALSE(clock_.Ask().ok());
  EXPECT_EQ(clock_.Now(), machine_.Now());
}

TEST_F(DatabaseClockTest, ContinuesTheServersTimeBySteadyTime) {
  ASSERT_OK(clock_.Ask());
  steady_ += absl::Seconds(7);
  machine_.Advance(absl::Hours(5));
  EXPECT_EQ(clock_.Now(), *server_ + 7000);
  server_ = absl::UnavailableError("away");
  EXPECT_FALSE(clock_.Ask().ok());
  EXPECT_EQ(clock_.Now(), 1'000'000 + 7000) << "as long as the server is away too";
}

TEST_F(DatabaseClockTest, TakesAnAnswerToBeOfTheMiddleOfItsRoundTrip) {
  round_trip_ = absl::Milliseconds(600);
  ASSERT_OK(clock_.Ask());
  EXPECT_EQ(clock_.Now(), *server_ + 300);
}

TEST_F(DatabaseClockTest, FollowsASmallCorrectionOnly) {
  ASSERT_OK(clock_.Ask());
  server_ = *server_ + kMinute;
  ASSERT_OK(clock_.Ask());
  EXPECT_EQ(clock_.Now(), 1'000'000 + kMinute);
  for (UnixMillis jump : {3 * kMinute, -3 * kMinute}) {
    server_ = 1'000'000 + kMinute + jump;
    EXPECT_THAT(clock_.Ask(), StatusIs(absl::StatusCode::kFailedPrecondition, "clock_jumped"));
    EXPECT_EQ(clock_.Now(), 1'000'000 + kMinute);
  }
}

TEST_F(DatabaseClockTest, DoesNotTrustAnAnswerThatTookLongUnlessItIsTheFirst) {
  round_trip_ = absl::Seconds(4);
  ASSERT_OK(clock_.Ask());
  EXPECT_EQ(clock_.Now(), *server_ + 2000);
  const UnixMillis before = clock_.Now();
  server_ = *server_ + kMinute;
  ASSERT_OK(clock_.Ask());
  EXPECT_EQ(clock_.Now(), before + 4000);
}

class EngineClockTest : public testing::TestWithParam<Engine> {};
INSTANTIATE_TEST_SUITE_P(Engines, EngineClockTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(EngineClockTest, HasAServersTimeAndOtherwiseTheMachines) {
  TestDatabase database(GetParam(), {});
  FakeClock test;
  DatabaseClock of_test(*database, test);
  EXPECT_EQ(of_test.Now(), test.Now()) << "a test's clock is kept";
  DatabaseClock clock(*database, Clock::System());
  const UnixMillis day = 24 * 60 * kMinute;
  EXPECT_LT(std::abs(clock.Now() - Clock::System().Now()), day) << "in milliseconds since 1970";
  EXPECT_EQ(clock.Ask().ok(), GetParam() == Engine::kPostgresql) << "SQLite has no server to ask";
}

}  // namespace
}  // namespace academy

#include "services/platform/health/heartbeat.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

class HeartbeatTest : public testing::TestWithParam<Engine> {
 protected:
  absl::Status Run(const std::string& statement) {
    return database_->Write([&](Transaction& tx) {
      tx.sql() << statement;
      return absl::OkStatus();
    });
  }

  TestDatabase database_{GetParam(), {{1, "heartbeats", kHeartbeatSchema}}};
  FakeClock clock_;
  std::chrono::steady_clock::time_point now_;
  Heartbeat heartbeat_{*database_, clock_, [this] { return now_; }};
};

TEST_P(HeartbeatTest, ABeatIsARowThatWasCommitted) {
  ASSERT_OK(heartbeat_.Beat());
  clock_.Advance(absl::Seconds(10));
  ASSERT_OK(heartbeat_.Beat());
  auto at = database_->Read([](soci::session& sql) -> absl::StatusOr<long long> {
    long long value = 0;
    sql << "SELECT at FROM heartbeats WHERE name = 'heartbeat'", soci::into(value);
    return value;
  });
  EXPECT_EQ(*at, clock_.Now());
  EXPECT_TRUE(heartbeat_.Look().alive);
}

TEST_P(HeartbeatTest, OneFailureEndsItAndTheNextSuccessRevivesIt) {
  ASSERT_OK(heartbeat_.Beat());
  ASSERT_OK(Run("ALTER TABLE heartbeats RENAME TO away"));
  UnixMillis failed = clock_.Now();
  ASSERT_FALSE(heartbeat_.Beat().ok());
  EXPECT_FALSE(heartbeat_.Look().alive);
  EXPECT_EQ(heartbeat_.Look().code, "database_error");
  clock_.Advance(absl::Seconds(5));
  ASSERT_FALSE(heartbeat_.Beat().ok());
  EXPECT_EQ(heartbeat_.Look().failing_since, failed);
  ASSERT_OK(Run("ALTER TABLE away RENAME TO heartbeats"));
  ASSERT_OK(heartbeat_.Beat());
  EXPECT_TRUE(heartbeat_.Look().alive);
  EXPECT_EQ(heartbeat_.Look().code, "ok");
}

TEST_P(HeartbeatTest, WithoutASuccessItEndsAfterThirtySeconds) {
  ASSERT_OK(heartbeat_.Beat());
  now_ += std::chrono::seconds(30);
  EXPECT_TRUE(heartbeat_.Look().alive);
  now_ += std::chrono::seconds(1);
  EXPECT_FALSE(heartbeat_.Look().alive);
  EXPECT_EQ(heartbeat_.Look().code, "database_silent");
  EXPECT_EQ(heartbeat_.Look().age, absl::Seconds(31));
  ASSERT_OK(heartbeat_.Beat());
  EXPECT_TRUE(heartbeat_.Look().alive);
}

TEST_P(HeartbeatTest, AStartWithoutABeatEndsTooAfterThirtySeconds) {
  EXPECT_TRUE(heartbeat_.Look().alive);
  now_ += std::chrono::seconds(31);
  EXPECT_FALSE(heartbeat_.Look().alive);
}

TEST_P(HeartbeatTest, AJumpOfTheClockIsNoSilence) {
  ASSERT_OK(heartbeat_.Beat());
  clock_.Advance(absl::Hours(8 * 24));
  EXPECT_TRUE(heartbeat_.Look().alive);
  clock_.Advance(-absl::Hours(9 * 24));
  EXPECT_TRUE(heartbeat_.Look().alive);
}

INSTANTIATE_TEST_SUITE_P(Engines, HeartbeatTest, testing::ValuesIn(TestEngines()), EngineName);

TEST(SqliteHeartbeatTest, TheKindOfTroubleIsToldByItsCode) {
  TestDatabase database(Engine::kSqlite, {{1, "heartbeats", kHeartbeatSchema}});
  FakeClock clock;
  Heartbeat heartbeat(*database, clock);
  ASSERT_OK(database->Write([](Transaction& tx) {
    tx.sql() << "PRAGMA query_only=ON";
    return absl::OkStatus();
  }));
  EXPECT_THAT(heartbeat.Beat(), HasReason("database_unavailable"));
  EXPECT_EQ(heartbeat.Look().code, "database_read_only");
}

TEST(SqliteHeartbeatTest, AFileThatIsNoLongerAtItsPathEndsItUntilItIsBack) {
  TestDatabase database(Engine::kSqlite, {{1, "heartbeats", kHeartbeatSchema}});
  FakeClock clock;
  Heartbeat heartbeat(*database, clock);
  ASSERT_OK(heartbeat.Beat());
  const std::string file = database.url();
  const std::string away = file + ".away";
  ASSERT_EQ(std::rename(file.c_str(), away.c_str()), 0);
  EXPECT_THAT(heartbeat.Beat(), HasReason("database_unavailable"));
  EXPECT_EQ(heartbeat.Look().code, "database_replaced");
  // Another file in its place.
  std::ofstream(file) << std::ifstream(away).rdbuf();
  EXPECT_FALSE(heartbeat.Beat().ok());
  EXPECT_EQ(heartbeat.Look().code, "database_replaced");
  ASSERT_EQ(std::rename(away.c_str(), file.c_str()), 0);
  ASSERT_OK(heartbeat.Beat());
  EXPECT_TRUE(heartbeat.Look().alive);
}

}  // namespace
}  // namespace academy

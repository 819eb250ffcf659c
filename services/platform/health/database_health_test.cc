// A service's health follows its database; the parts have tests of their own.
#include "services/platform/health/database_health.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/synchronization/mutex.h"
#include "services/platform/base/clock.h"
#include "services/platform/health/health_board.h"
#include "services/platform/health/health_item.h"
#include "services/platform/health/heartbeat.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

// The serving state that a board last told. Thread-safe.
class Serving {
 public:
  explicit Serving(HealthBoard& board) : board_(board) {
    board_.Listen([this](bool serving) {
      absl::MutexLock lock(&mutex_);
      serving_ = serving;
    });
  }
  ~Serving() { board_.Listen({}); }

  bool Becomes(bool wanted) {
    absl::MutexLock lock(&mutex_);
    auto is_so = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return serving_ == wanted; };
    return mutex_.AwaitWithTimeout(absl::Condition(&is_so), absl::Seconds(60));
  }

 private:
  HealthBoard& board_;
  absl::Mutex mutex_;
  bool serving_ ABSL_GUARDED_BY(mutex_) = true;
};

TEST(DatabaseHealthTest, TheServiceServesWhileItsHeartBeats) {
  TestDatabase database(Engine::kSqlite, {{1, "heartbeats", kHeartbeatSchema}});
  auto run = [&](const std::string& statement) {
    return database->Write([&](Transaction& tx) {
      tx.sql() << statement;
      return absl::OkStatus();
    });
  };
  HealthBoard board;
  ASSERT_OK(run("ALTER TABLE heartbeats RENAME TO away"));
  DatabaseHealth health("auth", *database, Clock::System(), {.health = &board});
  Serving serving(board);
  EXPECT_TRUE(serving.Becomes(false));
  ASSERT_EQ(board.Collect().size(), 1);
  EXPECT_EQ(board.Collect()[0].name(), "database-auth");
  EXPECT_EQ(board.Collect()[0].state(), health_state::kFailing);
  EXPECT_EQ(board.Collect()[0].code(), "database_error");
  ASSERT_OK(run("ALTER TABLE away RENAME TO heartbeats"));
  EXPECT_TRUE(serving.Becomes(true));
  EXPECT_EQ(board.Collect()[0].code(), "ok");
}

TEST(DatabaseHealthTest, MetricsHaveTheHeartbeatAndTheLog) {
  TestDatabase database(Engine::kSqlite, {{1, "heartbeats", kHeartbeatSchema}});
  Metrics metrics("auth");
  DatabaseHealth health("auth", *database, Clock::System(), {.metrics = &metrics});
  std::string page = ToText(metrics.Collect());
  EXPECT_NE(page.find("academy_heartbeat_age_seconds{process=\"auth\"}"), page.npos);
  EXPECT_NE(page.find("academy_database_wal_bytes{process=\"auth\"}"), page.npos);
}

}  // namespace
}  // namespace academy

#include "services/platform/health/heartbeat.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "services/platform/background/call_limit.h"
#include "services/platform/base/metrics.h"
#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

const std::vector<Migration>& Migrations() {
  static const std::vector<Migration> migrations = {{1, "heartbeats", kHeartbeatSchema}};
  return migrations;
}

std::vector<Engine> Servers() {
  std::vector<Engine> engines = TestEngines();
  std::erase(engines, Engine::kSqlite);
  return engines;
}

class HeartbeatTest : public testing::TestWithParam<Engine> {
 protected:
  absl::Status Run(const std::string& statement) {
    return database_->Write([&](Transaction& tx) {
      tx.sql() << statement;
      return absl::OkStatus();
    });
  }

  void Store(const std::string& name, UnixMillis at) {
    ASSERT_OK(database_->Write([&](Transaction& tx) {
      StoreBeat(tx, name, at);
      return absl::OkStatus();
    }));
  }
  // When the rows' beats were, the oldest first.
  std::vector<UnixMillis> Beats() {
    return *database_->Read([](soci::session& sql) -> absl::StatusOr<std::vector<UnixMillis>> {
      return Query<UnixMillis>(sql, "SELECT at FROM heartbeats WHERE name LIKE 'heartbeat%' ORDER BY at");
    });
  }
  bool Has(const std::string& name) {
    return *database_->Read([&](soci::session& sql) -> absl::StatusOr<bool> {
      return QueryOne<int>(sql, "SELECT 1 FROM heartbeats WHERE name = :name", name).has_value();
    });
  }

  TestDatabase database_{GetParam(), Migrations()};
  FakeClock clock_;
  std::chrono::steady_clock::time_point now_;
  Heartbeat heartbeat_{*database_, clock_, [this] { return now_; }};
};

TEST_P(HeartbeatTest, ABeatIsARowThatWasCommitted) {
  ASSERT_OK(heartbeat_.Beat());
  clock_.Advance(absl::Seconds(10));
  ASSERT_OK(heartbeat_.Beat());
  EXPECT_THAT(Beats(), testing::ElementsAre(clock_.Now()));
  EXPECT_TRUE(heartbeat_.Look().alive);
}

TEST_P(HeartbeatTest, EachProcessHasARowOfItsOwn) {
  Heartbeat replica(*database_, clock_);
  ASSERT_OK(heartbeat_.Beat());
  clock_.Advance(absl::Seconds(1));
  ASSERT_OK(replica.Beat());
  EXPECT_THAT(Beats(), testing::ElementsAre(clock_.Now() - absl::Seconds(1), clock_.Now()));
}

TEST_P(HeartbeatTest, RowsOfProcessesThatAreGoneAreRemovedAndNoOthers) {
  Heartbeat gone(*database_, clock_);
  ASSERT_OK(gone.Beat());
  Store("heartbeat", clock_.Now());
  Store("running", clock_.Now());
  clock_.Advance(Heartbeat::kGone);
  ASSERT_OK(heartbeat_.Beat());
  ASSERT_OK(heartbeat_.RemoveGone());
  EXPECT_THAT(Beats(), testing::SizeIs(3));
  clock_.Advance(absl::Milliseconds(1));
  ASSERT_OK(heartbeat_.RemoveGone());
  EXPECT_THAT(Beats(), testing::ElementsAre(clock_.Now() - absl::Milliseconds(1)));
  EXPECT_TRUE(Has("running"));
}

TEST_P(HeartbeatTest, TheRowOfAReleaseThatHasOneForAllStaysWhileOneOfItsProcessesBeats) {
  Store("heartbeat", clock_.Now());
  clock_.Advance(Heartbeat::kGone + absl::Seconds(2));
  Store("heartbeat", clock_.Now());
  ASSERT_OK(heartbeat_.RemoveGone());
  EXPECT_TRUE(Has("heartbeat"));
}

TEST_P(HeartbeatTest, AProcessThatWasTakenForGoneStoresItsRowAgain) {
  ASSERT_OK(heartbeat_.Beat());
  clock_.Advance(absl::Hours(1));
  ASSERT_OK(Heartbeat(*database_, clock_).RemoveGone());
  EXPECT_THAT(Beats(), testing::IsEmpty());
  ASSERT_OK(heartbeat_.Beat());
  EXPECT_THAT(Beats(), testing::ElementsAre(clock_.Now()));
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

// One replica's connections, counters and heartbeat.
struct Replica {
  Replica(const std::string& url, const Clock& clock) {
    auto opened = Database::Open({.url = url, .readers = 1, .metrics = &metrics}, Migrations());
    EXPECT_OK(opened);
    database = *std::move(opened);
    heartbeat = std::make_unique<Heartbeat>(*database, clock);
  }

  bool HadNoConflict() {
    std::string series = R"(academy_database_reruns_total{process="test",cause="conflict"} 0)";
    return ToText(metrics.Collect()).find(series) != std::string::npos;
  }

  Metrics metrics{"test"};
  std::unique_ptr<Database> database;
  std::unique_ptr<Heartbeat> heartbeat;
};

class ReplicasHeartbeatTest : public testing::TestWithParam<Engine> {
 protected:
  static constexpr int kReplicas = 4;
  static constexpr int kTimes = 50;

  ReplicasHeartbeatTest() {
    for (int i = 0; i < kReplicas; ++i) replicas_.push_back(std::make_unique<Replica>(database_.url(), clock_));
  }

  // Each does so many times at once, and none was refused because of another.
  void All(const std::function<void(Heartbeat&)>& act) {
    std::vector<std::thread> threads;
    for (auto& replica : replicas_) {
      threads.emplace_back([&] {
        ScopedCallLimit limit(absl::Minutes(5));
        for (int i = 0; i < kTimes; ++i) act(*replica->heartbeat);
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (auto& replica : replicas_) EXPECT_TRUE(replica->HadNoConflict()) << ToText(replica->metrics.Collect());
  }

  FakeClock clock_;
  TestDatabase database_{GetParam(), Migrations()};
  std::vector<std::unique_ptr<Replica>> replicas_;
};

TEST_P(ReplicasHeartbeatTest, BeatsOfReplicasDoNotConflict) {
  All([](Heartbeat& heartbeat) { EXPECT_OK(heartbeat.Beat()); });
}

TEST_P(ReplicasHeartbeatTest, ReplicasThatRemoveTheSameRowsDoNotConflict) {
  All([&](Heartbeat& heartbeat) {
    // Of a process that ended at once.
    EXPECT_OK(Heartbeat(*database_, clock_).Beat());
    clock_.Advance(Heartbeat::kGone);
    EXPECT_OK(heartbeat.RemoveGone());
  });
}

INSTANTIATE_TEST_SUITE_P(Servers, ReplicasHeartbeatTest, testing::ValuesIn(Servers()), EngineName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ReplicasHeartbeatTest);

TEST(SqliteHeartbeatTest, TheKindOfTroubleIsToldByItsCode) {
  TestDatabase database(Engine::kSqlite, Migrations());
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
  TestDatabase database(Engine::kSqlite, Migrations());
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

// What Database does when its server stops answering without a word. Run where there is a server.
#include "services/platform/db/server/watchdog.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "services/platform/background/call_limit.h"
#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/db/server/testing/server_proxy.h"
#include "services/platform/testing/at_next_commit.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

constexpr absl::Duration kPatience = absl::Milliseconds(100);
// Longer than a statement without a call's limit is given: 300 ms. A question comes each 100 ms at most.
constexpr int kManyQuestions = 8;
// Statements may be slow on a busy machine; the commit waits for longer than they may take.
constexpr absl::Duration kCallLimit = absl::Seconds(1);
constexpr int kMoreQuestions = 20;
constexpr char kLock[] = "SELECT pg_advisory_xact_lock(17)";

const std::vector<Migration>& Migrations() {
  static const std::vector<Migration> migrations = {{1, "items", "CREATE TABLE item (id TEXT PRIMARY KEY);\n"}};
  return migrations;
}

std::vector<Engine> Servers() {
  std::vector<Engine> engines = TestEngines();
  std::erase(engines, Engine::kSqlite);
  return engines;
}

absl::Status Insert(Transaction& tx, const std::string& id) {
  Execute(tx.sql(), "INSERT INTO item (id) VALUES (:id)", id);
  return absl::OkStatus();
}

absl::StatusOr<int64_t> Items(Database& database) {
  return database.Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
    return QueryOne<int64_t>(sql, "SELECT COUNT(*) FROM item").value_or(-1);
  });
}

class WatchdogTest : public testing::TestWithParam<Engine> {
 protected:
  static std::unique_ptr<Database> Open(const std::string& url, absl::Duration patience = kPatience) {
    auto opened = Database::Open({.url = url, .readers = 1, .patience = patience}, Migrations());
    EXPECT_OK(opened);
    return *std::move(opened);
  }

  // Runs `work` while another process holds kLock, until the server was asked often whether it is there.
  void WhileLocked(ServerProxy& proxy, const std::function<void()>& work, int questions = kManyQuestions) {
    absl::Notification locked;
    absl::Notification done;
    std::thread holder([&] {
      EXPECT_OK(direct_->Write([&](Transaction& tx) {
        tx.sql() << kLock;
        if (!locked.HasBeenNotified()) locked.Notify();
        done.WaitForNotification();
        return absl::OkStatus();
      }));
    });
    locked.WaitForNotification();
    std::thread worker(work);
    proxy.AwaitConnections(questions);
    done.Notify();
    worker.join();
    holder.join();
  }

  TestDatabase direct_{GetParam(), Migrations()};
  ServerProxy proxy_{direct_.url()};
  // Reaches the proxy first.
  std::unique_ptr<Database> database_ = Open(proxy_.url_with_server() + "&connect_timeout=2");
};

TEST_P(WatchdogTest, WritesAndReadsLeaveAServerThatDoesNotAnswerForOneThatDoes) {
  ASSERT_OK(database_->Write([](Transaction& tx) { return Insert(tx, "a"); }));
  ASSERT_OK(database_->WriteByLocks([](Transaction& tx) { return Insert(tx, "b"); }));
  ASSERT_THAT(Items(*database_), IsOkAndHolds(2));
  ASSERT_GE(proxy_.connections(), 3);
  proxy_.Silence();
  EXPECT_OK(database_->Write([](Transaction& tx) { return Insert(tx, "c"); }));
  EXPECT_OK(database_->WriteByLocks([](Transaction& tx) { return Insert(tx, "d"); }));
  EXPECT_THAT(Items(*database_), IsOkAndHolds(4));
}

TEST_P(WatchdogTest, AWriteThatIsInterruptedWithinRunsAgainElsewhere) {
  bool silent = false;
  EXPECT_OK(database_->Write([&](Transaction& tx) {
    if (!std::exchange(silent, true)) {
      EXPECT_OK(Insert(tx, "a"));
      proxy_.Silence();
    }
    return Insert(tx, "b");
  }));
  EXPECT_THAT(Items(*direct_), IsOkAndHolds(1));
}

TEST_P(WatchdogTest, ACommitThatIsNotAnsweredIsToldAsUnknown) {
  int runs = 0;
  EXPECT_THAT(database_->Write([&](Transaction& tx) {
    ++runs;
    absl::Status inserted = Insert(tx, "a");
    proxy_.Silence();
    return inserted;
  }),
              StatusIs(absl::StatusCode::kUnavailable, "outcome_unknown"));
  EXPECT_EQ(runs, 1);
  EXPECT_OK(database_->Write([](Transaction& tx) { return Insert(tx, "b"); }));
}

TEST_P(WatchdogTest, AConnectionThatIsNotAnsweredWhileItsServerAnswersOthersEndsWithTheCall) {
  std::unique_ptr<Database> database = Open(proxy_.url());
  ASSERT_OK(database->Write([](Transaction& tx) { return Insert(tx, "prepared"); }));
  proxy_.SilenceOpenConnections();
  {
    ScopedCallLimit limit(absl::Milliseconds(1));
    EXPECT_THAT(database->Write([](Transaction& tx) { return Insert(tx, "a"); }),
                StatusIs(absl::StatusCode::kUnavailable, "database_unavailable"));
    EXPECT_THAT(Items(*database).status(), StatusIs(absl::StatusCode::kUnavailable, "database_unavailable"));
  }
  EXPECT_OK(database->Write([](Transaction& tx) { return Insert(tx, "b"); }));
  EXPECT_THAT(Items(*database), IsOkAndHolds(2));
}

TEST_P(WatchdogTest, AConnectionThatIsNotAnsweredEndsOutsideOfCallsToo) {
  std::unique_ptr<Database> database = Open(proxy_.url(), kPatience / 20);
  proxy_.SilenceOpenConnections();
  EXPECT_OK(database->Write([](Transaction& tx) { return Insert(tx, "a"); }));
  EXPECT_THAT(Items(*database), IsOkAndHolds(1));
}

TEST_P(WatchdogTest, AStatementMayWaitForALockAsLongAsItsServerAnswers) {
  std::unique_ptr<Database> database = Open(proxy_.url());
  int runs = 0;
  WhileLocked(proxy_, [&] {
    ScopedCallLimit limit(absl::InfiniteDuration());
    EXPECT_OK(database->Write([&](Transaction& tx) {
      ++runs;
      tx.sql() << kLock;
      return Insert(tx, "a");
    }));
  });
  EXPECT_EQ(runs, 1);
}

TEST_P(WatchdogTest, ACommitMayWaitAsLongAsItsServerAnswersThoughItsCallIsOver) {
  std::unique_ptr<Database> database = Open(proxy_.url());
  ASSERT_OK(AtNextCommitOfItem(*database, "PERFORM pg_advisory_xact_lock(17);"));
  int runs = 0;
  WhileLocked(
      proxy_,
      [&] {
        ScopedCallLimit limit(kCallLimit);
        EXPECT_OK(database->Write([&](Transaction& tx) {
          ++runs;
          return Insert(tx, "a");
        }));
      },
      kMoreQuestions);
  EXPECT_EQ(runs, 1);
}

INSTANTIATE_TEST_SUITE_P(Servers, WatchdogTest, testing::ValuesIn(Servers()), EngineName);
// Without a server there is nothing to test.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(WatchdogTest);

}  // namespace
}  // namespace academy

// Contract tests for Database, run on every engine. change_feed_test.cc has those of ChangeFeed.
#include "services/platform/db/database.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "services/platform/base/status.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

constexpr char kSchema[] =
    "CREATE TABLE item (id TEXT PRIMARY KEY, amount BIGINT NOT NULL);\n"
    "CREATE TABLE detail (item_id TEXT NOT NULL REFERENCES item (id));\n";

std::vector<Migration> Migrations() { return {{1, "items", kSchema}}; }

class DatabaseTest : public testing::TestWithParam<Engine> {
 protected:
  DatabaseTest() : database_(GetParam(), Migrations()) {}

  absl::Status Insert(std::string id, long long amount = 1) {
    return database_->Write([&](Transaction& tx) {
      tx.sql() << "INSERT INTO item (id, amount) VALUES (:id, :amount)", soci::use(id), soci::use(amount);
      return absl::OkStatus();
    });
  }

  int Count() {
    auto count = database_->Read([](soci::session& sql) -> absl::StatusOr<int> {
      int rows = 0;
      sql << "SELECT COUNT(*) FROM item", soci::into(rows);
      return rows;
    });
    return count.ok() ? *count : -1;
  }

  // Returns the amount of `id`; -1 if there is none.
  static absl::StatusOr<int64_t> Find(soci::session& sql, const std::string& id) {
    return QueryOne<int64_t>(sql, "SELECT amount FROM item WHERE id = :id", id).value_or(-1);
  }

  TestDatabase database_;
};

TEST_P(DatabaseTest, AReadThatNeedNotWaitIsDoneAtOnce) {
  ASSERT_OK(Insert("a", 5));
  auto amount = database_->ReadNow([](soci::session& sql) { return Find(sql, "a"); });
  // A server's response always has to be waited for.
  ASSERT_EQ(amount.has_value(), GetParam() == Engine::kSqlite);
  if (amount.has_value()) {
    EXPECT_EQ(**amount, 5);
  }
}

TEST_P(DatabaseTest, AReadAtOnceIsNotBegunWhileAllConnectionsAreInUse) {
  auto one = Database::Open({.url = database_.url(), .readers = 1}, Migrations());
  ASSERT_OK(one);
  bool ran = false;
  auto read = [&](soci::session&) -> absl::StatusOr<int> {
    ran = true;
    return 1;
  };
  absl::Status outer = (*one)->Read([&](soci::session&) {
    EXPECT_FALSE((*one)->ReadNow(read).has_value());
    return absl::OkStatus();
  });
  EXPECT_OK(outer);
  EXPECT_FALSE(ran);
}

TEST_P(DatabaseTest, ACommittedWriteIsSeenByReads) {
  ASSERT_OK(Insert("a"));
  EXPECT_EQ(Count(), 1);
}

TEST_P(DatabaseTest, AFailedWriteLeavesNothing) {
  absl::Status status = database_->Write([&](Transaction& tx) {
    tx.sql() << "INSERT INTO item (id, amount) VALUES ('x', 1)";
    return Error(absl::StatusCode::kNotFound, "course_not_found", "No such course");
  });
  EXPECT_THAT(status, HasReason("course_not_found"));
  EXPECT_EQ(Count(), 0);
}

TEST_P(DatabaseTest, ASecondRowWithTheSameKeyIsAlreadyExists) {
  ASSERT_OK(Insert("a"));
  absl::Status status = Insert("a");
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kAlreadyExists, "unique_violation"));
  EXPECT_OK(Insert("b")) << "the connection goes on after an error";
}

TEST_P(DatabaseTest, ADanglingReferenceIsRefused) {
  absl::Status status = database_->Write([&](Transaction& tx) {
    tx.sql() << "INSERT INTO detail (item_id) VALUES ('nothing')";
    return absl::OkStatus();
  });
  EXPECT_THAT(status, HasReason("foreign_key_violation"));
}

TEST_P(DatabaseTest, AReadCannotWrite) {
  absl::Status status = database_->Read([](soci::session& sql) {
    sql << "INSERT INTO item (id, amount) VALUES ('x', 1)";
    return absl::OkStatus();
  });
  EXPECT_THAT(status, testing::Not(IsOk()));
  EXPECT_EQ(Count(), 0);
}

TEST_P(DatabaseTest, TheLogOfAFailureHasTheStatementWithoutWhatIsBoundToIt) {
  testing::internal::CaptureStderr();
  absl::Status status = database_->Write([](Transaction& tx) {
    Execute(tx.sql(), "INSERT INTO item (id, amount) VALUES (:id, :amount)", "Mona's", std::optional<int64_t>());
    return absl::OkStatus();
  });
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(status, HasReason("internal"));
  EXPECT_NE(log.find("INSERT INTO item"), log.npos) << log;
  EXPECT_EQ(log.find("with :"), log.npos) << log;
}

TEST_P(DatabaseTest, ManyThreadsWriteWithoutLosingOne) {
  ASSERT_OK(Insert("counter", 0));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 25; ++i) {
        absl::Status status = database_->Write([](Transaction& tx) {
          long long amount = 0;
          tx.sql() << "SELECT amount FROM item WHERE id = 'counter'", soci::into(amount);
          ++amount;
          tx.sql() << "UPDATE item SET amount = :amount WHERE id = 'counter'", soci::use(amount);
          return absl::OkStatus();
        });
        EXPECT_OK(status);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  auto amount = database_->Read([](soci::session& sql) -> absl::StatusOr<long long> {
    long long value = 0;
    sql << "SELECT amount FROM item WHERE id = 'counter'", soci::into(value);
    return value;
  });
  EXPECT_EQ(*amount, 100);
}

// Starts `count` threads that all write while the first write still runs, so that they share its transaction or the
// next. `write(i)` is the write of thread i, `last` what the first one does at its end. Returns the status of the
// first.
absl::Status WriteTogether(
    Database& database, int count, const std::function<void(int)>& write,
    const std::function<void(soci::session&)>& last = [](soci::session&) {}) {
  std::vector<std::thread> threads;
  std::atomic<int> started = 0;
  absl::Status first = database.Write([&](Transaction& tx) {
    for (int i = 0; i < count; ++i) {
      threads.emplace_back([&, i] {
        ++started;
        write(i);
      });
    }
    while (started < count) std::this_thread::yield();
    last(tx.sql());
    return absl::OkStatus();
  });
  for (std::thread& thread : threads) thread.join();
  return first;
}

TEST_P(DatabaseTest, AFailureAmongWorksThatShareATransactionUndoesItselfOnly) {
  constexpr int kThreads = 12;
  std::vector<absl::Status> statuses(kThreads);
  WriteTogether(*database_, kThreads, [&](int i) {
    statuses[static_cast<size_t>(i)] = database_->Write([&](Transaction& tx) -> absl::Status {
      std::string id = "item" + std::to_string(i);
      tx.sql() << "INSERT INTO item (id, amount) VALUES (:id, 1)", soci::use(id);
      if (i % 3 == 1) return Error(absl::StatusCode::kNotFound, "course_not_found", "No such course");
      if (i % 3 == 2) tx.sql() << "INSERT INTO detail (item_id) VALUES ('nothing')";
      return absl::OkStatus();
    });
  }).IgnoreError();
  for (size_t i = 0; i < kThreads; ++i) {
    if (i % 3 == 0) {
      EXPECT_OK(statuses[i]) << i;
    } else {
      EXPECT_EQ(DetailOf(statuses[i]).reason, i % 3 == 1 ? "course_not_found" : "foreign_key_violation") << i;
    }
  }
  EXPECT_EQ(Count(), kThreads / 3);
}

TEST_P(DatabaseTest, NothingOfAGroupIsSeenOrActedUponBeforeItsCommit) {
  constexpr int kThreads = 8;
  std::atomic<int> unseen = 0;
  WriteTogether(*database_, kThreads, [&](int i) {
    std::string id = "item" + std::to_string(i);
    auto is_there = [&] {
      return *database_->Read([&](soci::session& sql) -> absl::StatusOr<bool> {
        int rows = 0;
        sql << "SELECT COUNT(*) FROM item WHERE id = :id", soci::use(id), soci::into(rows);
        return rows == 1;
      });
    };
    absl::Status status = database_->Write([&](Transaction& tx) {
      tx.sql() << "INSERT INTO item (id, amount) VALUES (:id, 1)", soci::use(id);
      tx.OnCommit([&] { unseen += is_there() ? 0 : 1; });
      unseen += is_there() ? 1 : 0;
      return absl::OkStatus();
    });
    EXPECT_OK(status);
    unseen += is_there() ? 0 : 1;
  }).IgnoreError();
  EXPECT_EQ(unseen, 0);
  EXPECT_EQ(Count(), kThreads);
}

TEST_P(DatabaseTest, ACommitThatFailsFailsItForAllWhoShareIt) {
  constexpr int kThreads = 6;
  // Deferred: checked only at the commit.
  ASSERT_OK(database_->Write([&](Transaction& tx) {
    tx.sql() << "CREATE TABLE late (item_id TEXT REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED)";
    return absl::OkStatus();
  }));
  std::vector<absl::Status> statuses(kThreads);
  WriteTogether(*database_, kThreads, [&](int i) {
    statuses[static_cast<size_t>(i)] = database_->Write([&](Transaction& tx) {
      std::string id = "item" + std::to_string(i);
      tx.sql() << "INSERT INTO item (id, amount) VALUES (:id, 1)", soci::use(id);
      if (i == 0) tx.sql() << "INSERT INTO late (item_id) VALUES ('nothing')";
      return absl::OkStatus();
    });
  }).IgnoreError();
  // Exactly the rows of successful writes are in the database.
  int well = 0;
  for (const absl::Status& status : statuses) well += status.ok() ? 1 : 0;
  EXPECT_THAT(statuses[0], HasReason("foreign_key_violation"));
  EXPECT_EQ(Count(), well);
  EXPECT_OK(Insert("after")) << "the connection goes on";
}

// Otherwise the next write's savepoint would be a transaction of its own.
TEST_P(DatabaseTest, AWorkThatIgnoresSqlitesRollbackFailsAlone) {
  if (GetParam() != Engine::kSqlite) GTEST_SKIP() << "PostgreSQL keeps a failed transaction open";
  constexpr int kRounds = 5;
  constexpr int kThreads = 4;
  ASSERT_OK(Insert("taken"));
  for (int round = 0; round < kRounds; ++round) {
    absl::Status ignorant = WriteTogether(
        *database_, kThreads, [&](int i) { EXPECT_OK(Insert(std::to_string(round) + "." + std::to_string(i))); },
        [](soci::session& sql) {
          EXPECT_THROW(sql << "INSERT OR ROLLBACK INTO item (id, amount) VALUES ('taken', 1)", soci::soci_error);
        });
    EXPECT_THAT(ignorant, HasReason("internal"));
  }
  EXPECT_EQ(Count(), 1 + kRounds * kThreads);
}

TEST_P(DatabaseTest, ActionsRunAfterACommitOnly) {
  int ran = 0;
  ASSERT_OK(database_->Write([&](Transaction& tx) {
    tx.OnCommit([&] { ++ran; });
    return absl::OkStatus();
  }));
  ASSERT_THAT(database_->Write([&](Transaction& tx) {
    tx.OnCommit([&] { ++ran; });
    return absl::AbortedError("no");
  }),
              testing::Not(IsOk()));
  EXPECT_EQ(ran, 1);
}

TEST_P(DatabaseTest, OpeningAgainKeepsTheDataAndAppliesOnlyWhatIsNew) {
  ASSERT_OK(Insert("a"));
  std::vector<Migration> more = Migrations();
  more.push_back({2, "names", "ALTER TABLE item ADD COLUMN name TEXT NOT NULL DEFAULT 'unnamed';\n"});
  auto again = Database::Open({.url = database_.url()}, more);
  ASSERT_OK(again);
  auto name = (*again)->Read([](soci::session& sql) -> absl::StatusOr<std::string> {
    std::string value;
    sql << "SELECT name FROM item WHERE id = 'a'", soci::into(value);
    return value;
  });
  EXPECT_EQ(*name, "unnamed");
}

TEST_P(DatabaseTest, AReadOnlyOneSeesWhatAnotherWritesAndChangesNothing) {
  auto reader = Database::OpenReadOnly({.url = database_.url(), .readers = 1});
  ASSERT_OK(reader);
  ASSERT_OK(Insert("a"));
  auto count = (*reader)->Read([](soci::session& sql) -> absl::StatusOr<int> {
    int rows = 0;
    sql << "SELECT COUNT(*) FROM item", soci::into(rows);
    return rows;
  });
  EXPECT_EQ(count.value_or(-1), 1);
  auto insert = [](soci::session& sql) {
    sql << "INSERT INTO item (id, amount) VALUES ('x', 1)";
    return absl::OkStatus();
  };
  EXPECT_THAT((*reader)->Read(insert), testing::Not(IsOk()));
  EXPECT_THAT((*reader)->Write([&](Transaction& tx) { return insert(tx.sql()); }), HasReason("read_only"));
  EXPECT_EQ(Count(), 1);
}

TEST_P(DatabaseTest, AnAppendOnlyTableTakesRowsAndKeepsThem) {
  std::vector<Migration> more = Migrations();
  more.push_back({2, "log", "CREATE TABLE log (id TEXT PRIMARY KEY);\n{{append_only log}};\n"});
  auto again = Database::Open({.url = database_.url()}, more);
  ASSERT_OK(again);
  auto run = [&](const std::string& statement) {
    return (*again)->Write([&](Transaction& tx) {
      tx.sql() << statement;
      return absl::OkStatus();
    });
  };
  EXPECT_OK(run("INSERT INTO log (id) VALUES ('a')"));
  EXPECT_THAT(run("UPDATE log SET id = 'b'"), testing::Not(IsOk()));
  EXPECT_THAT(run("DELETE FROM log"), testing::Not(IsOk()));
  EXPECT_OK(run("INSERT INTO log (id) VALUES ('b')"));
}

INSTANTIATE_TEST_SUITE_P(Engines, DatabaseTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy

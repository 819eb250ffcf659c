// One contract for Database, run on every engine. ChangeFeed has its own in change_feed_test.cc.
#include "services/platform/db/database.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "services/platform/base/status.h"
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

  // Of `id`, by a statement that is kept; -1 where there is none.
  struct FindAmount {
    explicit FindAmount(soci::session& sql)
        : statement((sql.prepare << "SELECT amount FROM item WHERE id = :id", soci::use(id), soci::into(amount))) {
      ++made;
    }
    std::string id;
    long long amount = 0;
    soci::statement statement;
    static inline std::atomic<int> made = 0;
  };
  static absl::StatusOr<long long> Find(soci::session& sql, const std::string& id) {
    FindAmount& find = Cached<FindAmount>(sql);
    find.id = id;
    find.statement.execute();
    long long amount = -1;
    while (find.statement.fetch()) amount = find.amount;
    return amount;
  }
  long long AmountOf(const std::string& id) {
    auto amount = database_->Read([&](soci::session& sql) { return Find(sql, id); });
    return amount.ok() ? *amount : -2;
  }
  struct KeptInsert {
    explicit KeptInsert(soci::session& sql)
        : statement((sql.prepare << "INSERT INTO item (id, amount) VALUES (:id, 1)", soci::use(id))) {}
    std::string id;
    soci::statement statement;
  };
  absl::Status InsertKept(const std::string& id) {
    return database_->Write([&](Transaction& tx) {
      KeptInsert& insert = Cached<KeptInsert>(tx.sql());
      insert.id = id;
      insert.statement.execute(/*withDataExchange=*/true);
      return absl::OkStatus();
    });
  }

  TestDatabase database_;
};

TEST_P(DatabaseTest, AKeptStatementIsPreparedOnceAndSeesEachTimeWhatIsThere) {
  FindAmount::made = 0;
  for (int i = 0; i < 50; ++i) {
    std::string id = "item " + std::to_string(i);
    EXPECT_EQ(AmountOf(id), -1);
    ASSERT_TRUE(Insert(id, i).ok());
    EXPECT_EQ(AmountOf(id), i);
  }
  // Once on each connection at most.
  EXPECT_LE(FindAmount::made, 4);
}

TEST_P(DatabaseTest, AKeptStatementThatFailedWorksAgain) {
  ASSERT_TRUE(InsertKept("a").ok());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(InsertKept("a").code(), absl::StatusCode::kAlreadyExists);
    EXPECT_TRUE(InsertKept("b" + std::to_string(i)).ok());
  }
  EXPECT_EQ(Count(), 4);
}

TEST_P(DatabaseTest, TheServerKeepsNoStatementOfThoseThatFailed) {
  // SQLite has no server.
  if (GetParam() == Engine::kSqlite) return;
  auto held = [&] {
    return *database_->Write([](Transaction& tx) -> absl::StatusOr<int> {
      int statements = 0;
      tx.sql() << "SELECT COUNT(*) FROM pg_prepared_statements", soci::into(statements);
      return statements;
    });
  };
  ASSERT_TRUE(InsertKept("a").ok());
  int before = held();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(InsertKept("a").code(), absl::StatusCode::kAlreadyExists);
  ASSERT_TRUE(InsertKept("b").ok());
  EXPECT_EQ(held(), before);
}

TEST_P(DatabaseTest, AReadThatNeedNotWaitIsDoneAtOnce) {
  ASSERT_TRUE(Insert("a", 5).ok());
  auto amount = database_->ReadNow([](soci::session& sql) { return Find(sql, "a"); });
  // A server is always waited for.
  ASSERT_EQ(amount.has_value(), GetParam() == Engine::kSqlite);
  if (amount.has_value()) {
    EXPECT_EQ(**amount, 5);
  }
}

TEST_P(DatabaseTest, AReadAtOnceIsNotBegunWhileAllConnectionsAreInUse) {
  auto one = Database::Open({.url = database_.url(), .readers = 1}, Migrations());
  ASSERT_TRUE(one.ok()) << one.status();
  bool ran = false;
  auto read = [&](soci::session&) -> absl::StatusOr<int> {
    ran = true;
    return 1;
  };
  absl::Status outer = (*one)->Read([&](soci::session&) {
    EXPECT_FALSE((*one)->ReadNow(read).has_value());
    return absl::OkStatus();
  });
  EXPECT_TRUE(outer.ok()) << outer;
  EXPECT_FALSE(ran);
}

TEST_P(DatabaseTest, ACommittedWriteIsSeenByReads) {
  ASSERT_TRUE(Insert("a").ok());
  EXPECT_EQ(Count(), 1);
}

TEST_P(DatabaseTest, AFailedWriteLeavesNothing) {
  absl::Status status = database_->Write([&](Transaction& tx) {
    tx.sql() << "INSERT INTO item (id, amount) VALUES ('x', 1)";
    return Error(absl::StatusCode::kNotFound, "course_not_found", "No such course");
  });
  EXPECT_EQ(DetailOf(status).reason, "course_not_found");
  EXPECT_EQ(Count(), 0);
}

TEST_P(DatabaseTest, ASecondRowWithTheSameKeyIsAlreadyExists) {
  ASSERT_TRUE(Insert("a").ok());
  absl::Status status = Insert("a");
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(DetailOf(status).reason, "unique_violation");
  EXPECT_TRUE(Insert("b").ok()) << "the connection goes on after an error";
}

TEST_P(DatabaseTest, ADanglingReferenceIsRefused) {
  absl::Status status = database_->Write([&](Transaction& tx) {
    tx.sql() << "INSERT INTO detail (item_id) VALUES ('nothing')";
    return absl::OkStatus();
  });
  EXPECT_EQ(DetailOf(status).reason, "foreign_key_violation");
}

TEST_P(DatabaseTest, AReadCannotWrite) {
  absl::Status status = database_->Read([](soci::session& sql) {
    sql << "INSERT INTO item (id, amount) VALUES ('x', 1)";
    return absl::OkStatus();
  });
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(Count(), 0);
}

TEST_P(DatabaseTest, ManyThreadsWriteWithoutLosingOne) {
  ASSERT_TRUE(Insert("counter", 0).ok());
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
        EXPECT_TRUE(status.ok());
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

// Starts `count` threads that all write while the first work still runs, which so have to share what follows it.
// `write(i)` is the i-th thread's write.
void WriteTogether(Database& database, int count, const std::function<void(int)>& write) {
  std::vector<std::thread> threads;
  std::atomic<int> started = 0;
  absl::Status first = database.Write([&](Transaction&) {
    for (int i = 0; i < count; ++i) {
      threads.emplace_back([&, i] {
        ++started;
        write(i);
      });
    }
    while (started < count) std::this_thread::yield();
    return absl::OkStatus();
  });
  // It has nothing to lose where it shares the others' fate.
  first.IgnoreError();
  for (std::thread& thread : threads) thread.join();
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
  });
  for (size_t i = 0; i < kThreads; ++i) {
    if (i % 3 == 0) {
      EXPECT_TRUE(statuses[i].ok()) << i;
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
    EXPECT_TRUE(status.ok());
    unseen += is_there() ? 0 : 1;
  });
  EXPECT_EQ(unseen, 0);
  EXPECT_EQ(Count(), kThreads);
}

TEST_P(DatabaseTest, ACommitThatFailsFailsItForAllWhoShareIt) {
  constexpr int kThreads = 6;
  // Checked at the commit only.
  ASSERT_TRUE(database_
                  ->Write([&](Transaction& tx) {
                    tx.sql() << "CREATE TABLE late (item_id TEXT REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED)";
                    return absl::OkStatus();
                  })
                  .ok());
  std::vector<absl::Status> statuses(kThreads);
  WriteTogether(*database_, kThreads, [&](int i) {
    statuses[static_cast<size_t>(i)] = database_->Write([&](Transaction& tx) {
      std::string id = "item" + std::to_string(i);
      tx.sql() << "INSERT INTO item (id, amount) VALUES (:id, 1)", soci::use(id);
      if (i == 0) tx.sql() << "INSERT INTO late (item_id) VALUES ('nothing')";
      return absl::OkStatus();
    });
  });
  // Whoever was told of success is in the database, and nobody else.
  int well = 0;
  for (const absl::Status& status : statuses) well += status.ok() ? 1 : 0;
  EXPECT_EQ(DetailOf(statuses[0]).reason, "foreign_key_violation");
  EXPECT_EQ(Count(), well);
  EXPECT_TRUE(Insert("after").ok()) << "the connection goes on";
}

TEST_P(DatabaseTest, ActionsRunAfterACommitOnly) {
  int ran = 0;
  ASSERT_TRUE(database_
                  ->Write([&](Transaction& tx) {
                    tx.OnCommit([&] { ++ran; });
                    return absl::OkStatus();
                  })
                  .ok());
  ASSERT_FALSE(database_
                   ->Write([&](Transaction& tx) {
                     tx.OnCommit([&] { ++ran; });
                     return absl::AbortedError("no");
                   })
                   .ok());
  EXPECT_EQ(ran, 1);
}

TEST_P(DatabaseTest, OpeningAgainKeepsTheDataAndAppliesOnlyWhatIsNew) {
  ASSERT_TRUE(Insert("a").ok());
  std::vector<Migration> more = Migrations();
  more.push_back({2, "names", "ALTER TABLE item ADD COLUMN name TEXT NOT NULL DEFAULT 'unnamed';\n"});
  auto again = Database::Open({.url = database_.url()}, more);
  ASSERT_TRUE(again.ok()) << again.status();
  auto name = (*again)->Read([](soci::session& sql) -> absl::StatusOr<std::string> {
    std::string value;
    sql << "SELECT name FROM item WHERE id = 'a'", soci::into(value);
    return value;
  });
  EXPECT_EQ(*name, "unnamed");
}

TEST_P(DatabaseTest, ANewerSchemaRefusesToStart) {
  std::vector<Migration> more = Migrations();
  more.push_back({2, "later", "CREATE TABLE later (id TEXT PRIMARY KEY);\n"});
  ASSERT_TRUE(Database::Open({.url = database_.url()}, more).ok());
  auto older = Database::Open({.url = database_.url()}, Migrations());
  EXPECT_EQ(older.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(DetailOf(older.status()).reason, "schema_too_new");
}

TEST_P(DatabaseTest, AReadOnlyOneSeesWhatAnotherWritesAndChangesNothing) {
  auto reader = Database::OpenReadOnly({.url = database_.url(), .readers = 1});
  ASSERT_TRUE(reader.ok()) << reader.status();
  ASSERT_TRUE(Insert("a").ok());
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
  EXPECT_FALSE((*reader)->Read(insert).ok());
  EXPECT_EQ(DetailOf((*reader)->Write([&](Transaction& tx) { return insert(tx.sql()); })).reason, "read_only");
  EXPECT_EQ(Count(), 1);
}

TEST_P(DatabaseTest, AnAppendOnlyTableTakesRowsAndKeepsThem) {
  std::vector<Migration> more = Migrations();
  more.push_back({2, "log", "CREATE TABLE log (id TEXT PRIMARY KEY);\n{{append_only log}};\n"});
  auto again = Database::Open({.url = database_.url()}, more);
  ASSERT_TRUE(again.ok()) << again.status();
  auto run = [&](const std::string& statement) {
    return (*again)->Write([&](Transaction& tx) {
      tx.sql() << statement;
      return absl::OkStatus();
    });
  };
  EXPECT_TRUE(run("INSERT INTO log (id) VALUES ('a')").ok());
  EXPECT_FALSE(run("UPDATE log SET id = 'b'").ok());
  EXPECT_FALSE(run("DELETE FROM log").ok());
  EXPECT_TRUE(run("INSERT INTO log (id) VALUES ('b')").ok());
}

INSTANTIATE_TEST_SUITE_P(Engines, DatabaseTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy

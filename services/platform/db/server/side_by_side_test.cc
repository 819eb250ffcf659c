// Several processes that write to one server at once. Run where there is a server.
#include <gtest/gtest.h>

#include <atomic>
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
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

constexpr int kProcesses = 3;
constexpr int kWritersEach = 4;
constexpr char kSchema[] =
    "CREATE TABLE item (id TEXT PRIMARY KEY, amount BIGINT NOT NULL);\n"
    "CREATE TABLE doctor (id TEXT PRIMARY KEY, on_call INTEGER NOT NULL);\n";

const std::vector<Migration>& Migrations() {
  static const std::vector<Migration> migrations = {{1, "items", kSchema}};
  return migrations;
}

std::vector<Engine> Servers() {
  std::vector<Engine> engines = TestEngines();
  std::erase(engines, Engine::kSqlite);
  return engines;
}

int64_t AmountOf(soci::session& sql, const std::string& id) {
  return QueryOne<int64_t>(sql, "SELECT amount FROM item WHERE id = :id", id).value_or(-1);
}

class SideBySideTest : public testing::TestWithParam<Engine> {
 protected:
  SideBySideTest() : first_(GetParam(), Migrations()) {
    for (int i = 0; i < kProcesses; ++i) {
      auto opened = Database::Open({.url = first_.url(), .readers = 1}, Migrations());
      EXPECT_OK(opened);
      processes_.push_back(*std::move(opened));
    }
  }

  void Put(const std::string& id, int64_t amount) {
    ASSERT_OK(first_->Write([&](Transaction& tx) {
      Execute(tx.sql(), "INSERT INTO item (id, amount) VALUES (:id, :amount)", id, amount);
      return absl::OkStatus();
    }));
  }
  int64_t Amount(const std::string& id) {
    return *first_->Read([&](soci::session& sql) -> absl::StatusOr<int64_t> { return AmountOf(sql, id); });
  }

  // Calls `work(database, writer)` on all writers of all processes at once.
  void OnAll(const std::function<void(Database&, int)>& work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kProcesses * kWritersEach; ++i) {
      threads.emplace_back([&, i] {
        ScopedCallLimit limit(absl::Minutes(5));
        work(*processes_[static_cast<size_t>(i % kProcesses)], i);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  TestDatabase first_;
  std::vector<std::unique_ptr<Database>> processes_;
};

// Whoever was told that another process has done something asks this one about it, which is writing for others.
TEST_P(SideBySideTest, AWriteSeesWhatAnotherProcessCommittedBeforeItCame) {
  for (int round = 0; round < 20; ++round) {
    const std::string id = "round" + std::to_string(round);
    int64_t seen = 0;
    std::thread late;
    ASSERT_OK(processes_[0]->Write([&](Transaction& tx) {
      // From here on this transaction sees nothing newer.
      EXPECT_EQ(AmountOf(tx.sql(), id), -1);
      if (late.joinable()) return absl::OkStatus();
      Put(id, 7);
      absl::Notification comes;
      late = std::thread([&] {
        comes.Notify();
        EXPECT_OK(processes_[0]->Write([&](Transaction& other) {
          seen = AmountOf(other.sql(), id);
          return absl::OkStatus();
        }));
      });
      comes.WaitForNotification();
      // Time for it to be in line; if it is not, it is right anyway.
      tx.sql() << "SELECT pg_sleep(0.02)";
      return absl::OkStatus();
    }));
    late.join();
    EXPECT_EQ(seen, 7) << round;
  }
}

TEST_P(SideBySideTest, AWriteNeedNotWaitForThatOfAnotherProcess) {
  Put("a", 0);
  Put("b", 0);
  auto add = [](Transaction& tx, const char* id) {
    Execute(tx.sql(), "UPDATE item SET amount = amount + 1 WHERE id = :id", id);
    return absl::OkStatus();
  };
  absl::Notification begun[2];
  auto write = [&](size_t process, const char* id) {
    EXPECT_OK(processes_[process]->Write([&](Transaction& tx) {
      absl::Status added = add(tx, id);
      if (!begun[process].HasBeenNotified()) begun[process].Notify();
      EXPECT_TRUE(begun[1 - process].WaitForNotificationWithTimeout(absl::Seconds(60)));
      return added;
    }));
  };
  std::thread other([&] { write(1, "b"); });
  write(0, "a");
  other.join();
  EXPECT_EQ(Amount("a") + Amount("b"), 2);
}

TEST_P(SideBySideTest, WhatIsReadAndThenWrittenIsNeverLost) {
  constexpr int kTimes = 25;
  Put("count", 0);
  OnAll([](Database& database, int) {
    for (int i = 0; i < kTimes; ++i) {
      EXPECT_OK(database.Write([&](Transaction& tx) {
        int64_t next = AmountOf(tx.sql(), "count") + 1;
        Execute(tx.sql(), "UPDATE item SET amount = :amount WHERE id = 'count'", next);
        return absl::OkStatus();
      }));
    }
  });
  EXPECT_EQ(Amount("count"), kProcesses * kWritersEach * kTimes);
}

TEST_P(SideBySideTest, TwoThatEachReadWhatTheOtherWritesCannotBothCommit) {
  constexpr int kTimes = 20;
  for (int i = 0; i < kTimes; ++i) {
    ASSERT_OK(first_->Write([&](Transaction& tx) {
      Execute(tx.sql(), "DELETE FROM doctor");
      for (int doctor = 0; doctor < kProcesses * kWritersEach; ++doctor) {
        Execute(tx.sql(), "INSERT INTO doctor (id, on_call) VALUES (:id, 1)", std::to_string(doctor));
      }
      return absl::OkStatus();
    }));
    OnAll([](Database& database, int writer) {
      EXPECT_OK(database.Write([&](Transaction& tx) {
        // Everybody may leave but the last one.
        if (QueryValue<int64_t>(tx.sql(), "SELECT SUM(on_call) FROM doctor") > 1) {
          Execute(tx.sql(), "UPDATE doctor SET on_call = 0 WHERE id = :id", std::to_string(writer));
        }
        return absl::OkStatus();
      }));
    });
    EXPECT_THAT(first_->Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
      return QueryValue<int64_t>(sql, "SELECT SUM(on_call) FROM doctor");
    }),
                IsOkAndHolds(1));
  }
}

TEST_P(SideBySideTest, ANameIsTakenOnce) {
  for (int i = 0; i < 20; ++i) {
    std::atomic<int> taken = 0;
    OnAll([&](Database& database, int) {
      absl::Status put = database.Write([&](Transaction& tx) -> absl::Status {
        const std::string id = "name " + std::to_string(i);
        if (AmountOf(tx.sql(), id) >= 0) return absl::AlreadyExistsError("taken");
        Execute(tx.sql(), "INSERT INTO item (id, amount) VALUES (:id, 1)", id);
        return absl::OkStatus();
      });
      if (put.ok()) ++taken;
      EXPECT_TRUE(put.ok() || absl::IsAlreadyExists(put)) << put;
    });
    EXPECT_EQ(taken, 1);
  }
}

TEST_P(SideBySideTest, AllMayOpenANewDatabaseAtOnce) {
  for (int i = 0; i < 5; ++i) {
    ASSERT_OK(first_->Write([](Transaction& tx) {
      tx.sql() << "DROP TABLE item, doctor, database_identity";
      tx.sql() << "DELETE FROM schema_migrations";
      return absl::OkStatus();
    }));
    OnAll([&](Database&, int) { EXPECT_OK(Database::Open({.url = first_.url(), .readers = 1}, Migrations())); });
    Put("a", 1);
    EXPECT_EQ(Amount("a"), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Servers, SideBySideTest, testing::ValuesIn(Servers()), EngineName);
// Without a server there is nothing to test.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SideBySideTest);

}  // namespace
}  // namespace academy

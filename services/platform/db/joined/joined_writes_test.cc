// Contract tests for JoinedWrites with Database, run on every engine.
#include "services/platform/db/joined/joined_writes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "services/platform/base/status.h"
#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

std::vector<Migration> Migrations() { return {{1, "items", "CREATE TABLE item (id TEXT PRIMARY KEY);\n"}}; }

class JoinedWritesTest : public testing::TestWithParam<Engine> {
 protected:
  JoinedWritesTest() : database_(GetParam(), Migrations()) {}

  absl::Status Insert(const std::string& id) {
    return database_->Write([&](Transaction& tx) {
      Execute(tx.sql(), "INSERT INTO item (id) VALUES (:id)", id);
      return absl::OkStatus();
    });
  }

  // What this thread sees.
  int64_t Count() {
    auto count = database_->Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
      return QueryOne<int64_t>(sql, "SELECT COUNT(*) FROM item").value_or(-1);
    });
    return count.value_or(-1);
  }

  // What is committed.
  int64_t CountElsewhere() {
    int64_t count = 0;
    std::thread([&] { count = Count(); }).join();
    return count;
  }

  TestDatabase database_;
};

TEST_P(JoinedWritesTest, WritesAreSeenByTheirThreadAtOnceAndByOthersAfterTheCommit) {
  JoinedWrites joined;
  ASSERT_OK(Insert("a"));
  ASSERT_OK(Insert("b"));
  EXPECT_EQ(Count(), 2);
  EXPECT_EQ(CountElsewhere(), 0);
  ASSERT_OK(joined.Commit());
  EXPECT_EQ(CountElsewhere(), 2);
}

TEST_P(JoinedWritesTest, WhatIsNotCommittedIsUndoneTogether) {
  {
    JoinedWrites joined;
    ASSERT_OK(Insert("a"));
    ASSERT_OK(Insert("b"));
  }
  EXPECT_EQ(Count(), 0);
  ASSERT_OK(Insert("a")) << "the connection goes on";
  EXPECT_EQ(Count(), 1);
}

TEST_P(JoinedWritesTest, AFailedWriteUndoesOnlyItself) {
  JoinedWrites joined;
  ASSERT_OK(Insert("a"));
  EXPECT_THAT(Insert("a"), HasReason("unique_violation"));
  ASSERT_OK(Insert("b"));
  ASSERT_OK(joined.Commit());
  EXPECT_EQ(CountElsewhere(), 2);
}

TEST_P(JoinedWritesTest, ACommitOfNothingIsWell) {
  JoinedWrites joined;
  EXPECT_OK(joined.Commit());
  EXPECT_EQ(Count(), 0);
  EXPECT_OK(joined.Commit()) << "a read opens no transaction";
}

TEST_P(JoinedWritesTest, WritesAfterACommitAreATransactionOfTheirOwn) {
  {
    JoinedWrites joined;
    ASSERT_OK(Insert("a"));
    ASSERT_OK(CommitJoinedWrites());
    ASSERT_OK(Insert("b"));
  }
  EXPECT_EQ(Count(), 1);
}

TEST_P(JoinedWritesTest, ActionsRunAfterTheCommitInOrder) {
  std::vector<std::string> done;
  JoinedWrites joined;
  absl::Status written = database_->Write([&](Transaction& tx) {
    Execute(tx.sql(), "INSERT INTO item (id) VALUES ('a')");
    tx.OnCommit([&] { done.push_back("first"); });
    return absl::OkStatus();
  });
  ASSERT_OK(written);
  AfterCommit([&] { done.push_back("second"); });
  EXPECT_TRUE(done.empty());
  ASSERT_OK(joined.Commit());
  EXPECT_EQ(done, (std::vector<std::string>{"first", "second"}));
}

TEST_P(JoinedWritesTest, WhatAnActionWritesIsCommitted) {
  {
    JoinedWrites joined;
    ASSERT_OK(Insert("a"));
    AfterCommit([&] { EXPECT_OK(Insert("b")); });
    ASSERT_OK(joined.Commit());
  }
  EXPECT_EQ(Count(), 2);
}

TEST_P(JoinedWritesTest, ActionsOfWhatIsUndoneDoNotRun) {
  bool ran = false;
  JoinedWrites joined;
  ASSERT_OK(Insert("a"));
  AfterCommit([&] { ran = true; });
  joined.RollBack();
  ASSERT_OK(joined.Commit());
  EXPECT_FALSE(ran);
}

TEST_P(JoinedWritesTest, AnActionWithoutAnythingToCommitRunsAtOnce) {
  bool ran = false;
  AfterCommit([&] { ran = true; });
  EXPECT_TRUE(ran);
  ran = false;
  JoinedWrites joined;
  AfterCommit([&] { ran = true; });
  EXPECT_TRUE(ran);
}

TEST_P(JoinedWritesTest, AWriteApartIsCommittedAtOnce) {
  JoinedWrites joined;
  {
    ApartWrites apart;
    ASSERT_OK(Insert("a"));
  }
  EXPECT_EQ(CountElsewhere(), 1);
  ASSERT_OK(Insert("b"));
  EXPECT_EQ(CountElsewhere(), 1);
  {
    ApartWrites apart;
    ASSERT_OK(Insert("c")) << "it joins what is open, instead of waiting for itself";
  }
  joined.RollBack();
  EXPECT_EQ(Count(), 1);
}

TEST_P(JoinedWritesTest, AReadAtOnceDoesNotMissWhatWasWritten) {
  JoinedWrites joined;
  ASSERT_OK(Insert("a"));
  auto read = [](soci::session&) -> absl::StatusOr<int> { return 1; };
  EXPECT_FALSE(database_->ReadNow(read).has_value());
}

TEST_P(JoinedWritesTest, WritersThatShareATransactionDoNotUndoEachOther) {
  constexpr int kThreads = 8;
  constexpr int kEach = 20;
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (int j = 0; j < kEach; ++j) {
        std::string id = std::to_string(i) + "-" + std::to_string(j);
        JoinedWrites joined;
        if (!Insert(id).ok() || !Insert(id + "b").ok()) ++failures;
        // Every second one is undone.
        if (j % 2 == 1) continue;
        if (!joined.Commit().ok()) ++failures;
      }
    });
  }
  for (int j = 0; j < kEach; ++j) EXPECT_OK(Insert("alone-" + std::to_string(j)));
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(Count(), kThreads * kEach + kEach);
}

INSTANTIATE_TEST_SUITE_P(Engines, JoinedWritesTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy

#include "services/platform/snapshots/sqlite_copy.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <string>
#include <thread>

#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

namespace fs = std::filesystem;

// Bytes of more pages than are copied in two steps.
constexpr int kSeveralSteps = 12'000'000;

const std::vector<Migration>& Pairs() {
  static const std::vector<Migration> migrations = {
      {1, "pairs", "CREATE TABLE pairs (id INTEGER PRIMARY KEY, left_value INTEGER, right_value INTEGER, text TEXT)"}};
  return migrations;
}

class SqliteCopyTest : public testing::Test {
 protected:
  SqliteCopyTest() : database_(Engine::kSqlite, Pairs()), target_(database_.url() + ".copy") {}

  // The row has `bytes` more.
  absl::Status Insert(int value, int bytes = 0) {
    return database_->Write([&](Transaction& tx) -> absl::Status {
      Execute(tx.sql(), "INSERT INTO pairs (left_value, right_value, text) VALUES (:left, :right, :text)", value, value,
              std::string(static_cast<size_t>(bytes), 'x'));
      return absl::OkStatus();
    });
  }

  static int64_t Count(const std::string& file) {
    std::unique_ptr<Database> copy = *Database::OpenReadOnly({.url = file, .readers = 1});
    return *copy->Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
      return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM pairs WHERE left_value = right_value");
    });
  }

  TestDatabase database_;
  const std::string target_;
};

TEST_F(SqliteCopyTest, HasWhatWasCommittedAlsoWhileItIsOnlyInTheLog) {
  ASSERT_OK(Insert(1));
  ASSERT_OK(Insert(2));
  ASSERT_OK(CopySqlite(database_.url(), target_));
  EXPECT_EQ(Count(target_), 2);
}

TEST_F(SqliteCopyTest, IsForItsOwnerOnly) {
  ASSERT_OK(CopySqlite(database_.url(), target_));
  struct stat info {};
  ASSERT_EQ(::stat(target_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
}

TEST_F(SqliteCopyTest, EndsWhileSomebodyWritesAllTheTime) {
  for (int i = 0; i < 1000; ++i) ASSERT_OK(Insert(i));
  std::atomic<bool> stop = false;
  std::atomic<int> written = 0;
  std::thread writer([&] {
    while (!stop) {
      if (Insert(written).ok()) ++written;
    }
  });
  for (int i = 0; i < 5; ++i) {
    while (written < 10 * i) std::this_thread::yield();
    int before = 1000 + written;
    std::string target = target_ + std::to_string(i);
    EXPECT_OK(CopySqlite(database_.url(), target));
    EXPECT_GE(Count(target), before);
  }
  stop = true;
  writer.join();
}

TEST_F(SqliteCopyTest, IsOneSnapshotThoughSomebodyWritesBetweenItsSteps) {
  ASSERT_OK(Insert(0, kSeveralSteps));
  int steps = 0;
  ASSERT_OK(CopySqlite(database_.url(), target_, [&] {
    EXPECT_OK(Insert(++steps));
    return false;
  }));
  EXPECT_GT(steps, 1);
  EXPECT_EQ(Count(target_), 1);
}

TEST_F(SqliteCopyTest, OneThatIsStoppedEndsAndLeavesNothing) {
  ASSERT_OK(Insert(0, kSeveralSteps));
  int asked = 0;
  absl::Status stopped = CopySqlite(database_.url(), target_, [&] { return ++asked == 2; });
  EXPECT_THAT(stopped, HasReason("snapshot_failed"));
  EXPECT_EQ(asked, 2);
  EXPECT_FALSE(fs::exists(target_));
}

TEST_F(SqliteCopyTest, OfNoDatabaseLeavesNothing) {
  EXPECT_FALSE(CopySqlite(database_.url() + ".missing", target_).ok());
  EXPECT_FALSE(fs::exists(target_));
  EXPECT_FALSE(fs::exists(database_.url() + ".missing"));
}

TEST_F(SqliteCopyTest, OverwritesNothing) {
  ASSERT_OK(CopySqlite(database_.url(), target_));
  ASSERT_OK(Insert(1));
  EXPECT_FALSE(CopySqlite(database_.url(), target_).ok());
  EXPECT_EQ(Count(target_), 0);
}

}  // namespace
}  // namespace academy

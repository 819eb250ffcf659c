// SQLite's write-ahead log stays small while some read is always open.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/platform/base/status.h"
#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

std::vector<Migration> Migrations() {
  return {{1, "ballast", "CREATE TABLE ballast (id INTEGER PRIMARY KEY, data TEXT NOT NULL);\n"}};
}

absl::StatusOr<int64_t> Count(soci::session& sql) { return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM ballast"); }

// Reads of which each ends only when another has begun that sees more, or could not begin for as long as `patience`.
// SQLite can then never begin its log from the start, as it may beside a read that sees all there is.
class ContinuousReads {
 public:
  ContinuousReads(Database& database, absl::Duration patience) : patience_(patience) {
    for (int i = 0; i < 2; ++i) {
      threads_.emplace_back([this, &database] {
        while (!stopping_) ReadUntilRelieved(database);
      });
    }
    while (begun_ == 0) std::this_thread::yield();
  }
  ~ContinuousReads() {
    stopping_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

  // To be called after each write.
  void Written() { ++written_; }

 private:
  void ReadUntilRelieved(Database& database) {
    while (written_ < wanted_ && !stopping_) std::this_thread::yield();
    absl::StatusOr<int64_t> count = database.Read([&](soci::session& sql) -> absl::StatusOr<int64_t> {
      absl::StatusOr<int64_t> rows = Count(sql);
      // The next write may be in these rows already.
      wanted_ = written_ + 2;
      const int mine = ++begun_;
      const absl::Time end = absl::Now() + patience_;
      while (begun_ == mine && !stopping_ && absl::Now() < end) std::this_thread::yield();
      return rows;
    });
    EXPECT_OK(count);
  }

  const absl::Duration patience_;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> begun_ = 0;
  std::atomic<int> written_ = 0;
  // How many writes the next read waits for.
  std::atomic<int> wanted_ = 0;
  std::vector<std::thread> threads_;
};

void WriteMiB(Database& database) {
  EXPECT_OK(database.Write([&](Transaction& tx) -> absl::Status {
    Execute(tx.sql(), "INSERT INTO ballast (data) VALUES (:data)", std::string(kMiB, 'x'));
    return absl::OkStatus();
  }));
}

// Writes 100 MiB, nearly all of it beside such reads, and returns the log's largest size.
int64_t LargestLog(Database& database, absl::Duration patience) {
  WriteMiB(database);
  ContinuousReads reads(database, patience);
  int64_t largest = 0;
  for (int i = 1; i < 100; ++i) {
    WriteMiB(database);
    reads.Written();
    largest = std::max(largest, database.WalBytes());
  }
  return largest;
}

TEST(WalTest, TheLogIsBoundedUnderContinuousReads) {
  TestDatabase files(Engine::kSqlite, Migrations());
  constexpr int64_t kBound = 20 * kMiB;
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Database> database,
                       Database::Open({.url = files.url(), .readers = 3, .max_wal_bytes = kBound}, Migrations()));
  // A quarter more each time that a read takes too long, and the write that passes the bound.
  EXPECT_LE(LargestLog(*database, absl::Milliseconds(1)), 2 * kBound);
  EXPECT_EQ(database->Read(Count).value_or(-1), 100);
}

// What the bound is for. If this fails, SQLite has learned to do without it.
TEST(WalTest, WithoutABoundTheLogKeepsEverythingThatIsWritten) {
  TestDatabase files(Engine::kSqlite, Migrations());
  ASSERT_OK_AND_ASSIGN(
      std::unique_ptr<Database> database,
      Database::Open({.url = files.url(), .readers = 3, .max_wal_bytes = int64_t{1} << 40}, Migrations()));
  EXPECT_GE(LargestLog(*database, absl::InfiniteDuration()), 90 * kMiB);
}

TEST(WalTest, AReadThatDoesNotEndHoldsUpNobody) {
  TestDatabase files(Engine::kSqlite, Migrations());
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Database> database,
                       Database::Open({.url = files.url(), .readers = 2, .max_wal_bytes = kMiB}, Migrations()));
  absl::Status outer = database->Read([&](soci::session& sql) -> absl::Status {
    RETURN_IF_ERROR(Count(sql).status());
    std::thread other([&] {
      for (int i = 0; i < 5; ++i) {
        WriteMiB(*database);
        EXPECT_EQ(database->Read(Count).value_or(-1), i + 1);
      }
    });
    other.join();
    // The snapshot that it began with.
    EXPECT_EQ(Count(sql).value_or(-1), 0);
    return absl::OkStatus();
  });
  EXPECT_OK(outer);
}

// How large this process's files may become while it lives: beyond, writes fail as on a broken disk.
class FileLimit {
 public:
  explicit FileLimit(uintmax_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    struct rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  struct rlimit before_ {};
};

TEST(WalTest, AfterAFailureToCutTheLogWritesWaitForOtherProcessesAsBefore) {
  TestDatabase files(Engine::kSqlite, Migrations());
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Database> database,
                       Database::Open({.url = files.url(), .readers = 1, .max_wal_bytes = kMiB}, Migrations()));
  auto insert = [&](int64_t bytes) {
    return database->Write([&](Transaction& tx) -> absl::Status {
      Execute(tx.sql(), "INSERT INTO ballast (data) VALUES (:data)", std::string(bytes, 'x'));
      return absl::OkStatus();
    });
  };
  ASSERT_OK(insert(4 * kMiB));
  ASSERT_EQ(database->WalBytes(), 0);
  {
    // The log has room, the database has not.
    FileLimit limit(std::filesystem::file_size(files.url()) + kMiB / 2);
    ASSERT_OK(insert(kMiB));
    ASSERT_GE(database->WalBytes(), kMiB);
  }
  absl::StatusOr<int> timeout = database->Write(
      [](Transaction& tx) -> absl::StatusOr<int> { return QueryValue<int>(tx.sql(), "PRAGMA busy_timeout"); });
  EXPECT_EQ(timeout.value_or(0), 10'000);
}

}  // namespace
}  // namespace academy

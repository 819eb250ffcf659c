// What callers, the log and the health say when SQLite's file or disk does not work.
#include "services/platform/db/trouble.h"

#include <gtest/gtest.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "services/platform/base/status.h"
#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

std::vector<Migration> Migrations() {
  return {{1, "ballast", "CREATE TABLE ballast (id INTEGER PRIMARY KEY, data TEXT NOT NULL);\n"}};
}

class TroubleTest : public testing::Test {
 protected:
  // Adds about `bytes` to the database.
  absl::Status Grow(int bytes) {
    return database_->Write([&](Transaction& tx) -> absl::Status {
      Execute(tx.sql(), "INSERT INTO ballast (data) VALUES (:data)", std::string(static_cast<size_t>(bytes), 'x'));
      return absl::OkStatus();
    });
  }

  absl::Status OnWriter(const std::string& statement) {
    return database_->Write([&](Transaction& tx) {
      tx.sql() << statement;
      return absl::OkStatus();
    });
  }

  TestDatabase database_{Engine::kSqlite, Migrations()};
};

TEST_F(TroubleTest, EachKindHasItsOwnLogLineAndTheSameCode) {
  const std::vector<std::tuple<int, std::string_view, std::string>> kinds = {
      {SQLITE_BUSY, trouble::kBusy, "database busy"},
      {SQLITE_LOCKED, trouble::kBusy, "database busy"},
      {SQLITE_FULL, trouble::kFull, "disk full: free some space"},
      {SQLITE_READONLY, trouble::kReadOnly, "database read-only: make the data folder writable"},
      // With what SQLite adds about the place.
      {SQLITE_READONLY | (4 << 8), trouble::kReadOnly, "database read-only: make the data folder writable"},
      {SQLITE_IOERR, trouble::kDiskError, "disk error: check the disk and the data folder"},
      {SQLITE_IOERR | (3 << 8), trouble::kDiskError, "disk error: check the disk and the data folder"},
      {SQLITE_CANTOPEN, trouble::kDiskError, "disk error: check the disk and the data folder"},
      {SQLITE_CORRUPT, trouble::kCorrupt, "database corrupt: restore a backup"},
      {SQLITE_NOTADB, trouble::kCorrupt, "database corrupt: restore a backup"},
  };
  for (const auto& [result, kind, event] : kinds) {
    testing::internal::CaptureStderr();
    absl::Status status = SqliteTrouble(result, "SQLite's words");
    std::string log = testing::internal::GetCapturedStderr();
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kUnavailable, "database_unavailable")) << result;
    EXPECT_EQ(DetailOf(status).retry_after_seconds, 1) << result;
    EXPECT_EQ(TroubleOf(status), kind) << result;
    EXPECT_NE(log.find("\"event\":\"" + event + "\""), log.npos) << log;
    EXPECT_NE(log.find("SQLite's words"), log.npos) << log;
  }
}

TEST_F(TroubleTest, OtherFailuresAreNone) {
  EXPECT_OK(SqliteTrouble(SQLITE_ERROR, "no such table"));
  EXPECT_OK(SqliteTrouble(SQLITE_MISUSE, "misuse"));
  EXPECT_EQ(TroubleOf(absl::InternalError("no")), "");
  EXPECT_EQ(TroubleOf(Error(absl::StatusCode::kUnavailable, "unavailable", "no")), "");
}

TEST_F(TroubleTest, AFullDatabaseIsUnavailableUntilThereIsSpace) {
  ASSERT_OK(OnWriter("PRAGMA max_page_count=1"));
  absl::Status full = Grow(100'000);
  EXPECT_THAT(full, HasReason("database_unavailable"));
  EXPECT_EQ(TroubleOf(full), trouble::kFull);
  ASSERT_OK(OnWriter("PRAGMA max_page_count=1073741823"));
  EXPECT_OK(Grow(100'000));
}

TEST_F(TroubleTest, AReadOnlyDatabaseIsUnavailableForWritesOnly) {
  ASSERT_OK(OnWriter("PRAGMA query_only=ON"));
  absl::Status refused = Grow(10);
  EXPECT_THAT(refused, HasReason("database_unavailable"));
  EXPECT_EQ(TroubleOf(refused), trouble::kReadOnly);
  EXPECT_OK(database_->Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
    return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM ballast");
  }));
}

TEST_F(TroubleTest, AFileThatIsNoDatabaseIsCorrupt) {
  std::string path = database_.url() + ".other";
  std::ofstream(path) << std::string(8192, 'x');
  absl::Status status = Database::Open({.url = path}, Migrations()).status();
  EXPECT_THAT(status, HasReason("database_unavailable"));
  EXPECT_EQ(TroubleOf(status), trouble::kCorrupt);
}

TEST_F(TroubleTest, AMissingFolderIsADiskError) {
  absl::Status status = Database::Open({.url = database_.url() + ".missing/test.db"}, Migrations()).status();
  EXPECT_THAT(status, HasReason("database_unavailable"));
  EXPECT_EQ(TroubleOf(status), trouble::kDiskError);
}

TEST_F(TroubleTest, ACheckFindsADamagedPageAndNothingElse) {
  ASSERT_OK(Grow(10));
  ASSERT_OK(database_->Check());
  ASSERT_OK_AND_ASSIGN(int64_t page, database_->Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
    return QueryValue<int64_t>(sql, "SELECT rootpage FROM sqlite_master WHERE name = 'ballast'");
  }));
  // Out of the log and into the file.
  ASSERT_OK(database_->Compact());
  constexpr int64_t kPage = 4096;
  {
    std::fstream file(database_.url(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp((page - 1) * kPage);
    file << std::string(kPage, '\xff');
  }
  EXPECT_THAT(database_->Check(), StatusIs(absl::StatusCode::kDataLoss, "database_damaged"));
}

}  // namespace
}  // namespace academy

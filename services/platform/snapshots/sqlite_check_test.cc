#include "services/platform/snapshots/sqlite_check.h"

#include <gtest/gtest.h>

#include <fstream>

#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/snapshots/sqlite_copy.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

const std::vector<Migration>& Words() {
  static const std::vector<Migration> migrations = {
      {1, "words",
       "CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT NOT NULL);\n"
       "CREATE TABLE uses (word_id INTEGER NOT NULL REFERENCES words (id));\n"}};
  return migrations;
}

class SqliteCheckTest : public testing::Test {
 protected:
  SqliteCheckTest() : database_(Engine::kSqlite, Words()), copy_(database_.url() + ".copy") {
    EXPECT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
      for (int i = 1; i <= 2000; ++i) {
        Execute(tx.sql(), "INSERT INTO words (id, word) VALUES (:id, :word)", i, "word " + std::to_string(i));
      }
      Execute(tx.sql(), "INSERT INTO uses (word_id) VALUES (:id)", 7);
      return absl::OkStatus();
    }));
    EXPECT_OK(CopySqlite(database_.url(), copy_));
  }

  TestDatabase database_;
  const std::string copy_;
};

TEST_F(SqliteCheckTest, AWholeDatabasePasses) { EXPECT_OK(CheckSqlite(copy_)); }

TEST_F(SqliteCheckTest, DamagedPagesAreFound) {
  std::fstream file(copy_, std::ios::in | std::ios::out | std::ios::binary);
  // From the head of a page on, so that it is found wherever the page's rows are.
  file.seekp(5 * 4096);
  file << std::string(3000, 'x');
  file.close();
  EXPECT_THAT(CheckSqlite(copy_), HasReason("database_damaged"));
}

TEST_F(SqliteCheckTest, AReferenceToNothingIsFound) {
  ASSERT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
    Execute(tx.sql(), "PRAGMA defer_foreign_keys=ON");
    Execute(tx.sql(), "DELETE FROM words WHERE id = 7");
    Execute(tx.sql(), "DROP TABLE uses");
    Execute(tx.sql(), "CREATE TABLE uses (word_id INTEGER NOT NULL)");
    Execute(tx.sql(), "INSERT INTO uses (word_id) VALUES (7)");
    Execute(tx.sql(), "PRAGMA writable_schema=ON");
    Execute(tx.sql(),
            "UPDATE sqlite_master SET sql = 'CREATE TABLE uses (word_id INTEGER NOT NULL REFERENCES words (id))'"
            " WHERE name = 'uses'");
    return absl::OkStatus();
  }));
  std::string other = copy_ + "2";
  ASSERT_OK(CopySqlite(database_.url(), other));
  EXPECT_THAT(CheckSqlite(other), HasReason("database_damaged"));
}

TEST_F(SqliteCheckTest, AFileThatIsNoDatabaseFails) {
  std::ofstream(copy_ + "3") << "no database at all, but long enough to have a header, so that it is read and refused, "
                                "because the first bytes are other than those of SQLite's files.";
  EXPECT_THAT(CheckSqlite(copy_ + "3"), HasReason("database_damaged"));
  EXPECT_THAT(CheckSqlite(copy_ + "4"), HasReason("database_damaged"));
}

}  // namespace
}  // namespace academy

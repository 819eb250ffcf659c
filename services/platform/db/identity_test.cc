#include "services/platform/db/identity.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "services/platform/db/database.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

const std::vector<Migration>& Migrations() {
  static const auto* const migrations = new std::vector<Migration>{{1, "notes", "CREATE TABLE notes (id TEXT);\n"}};
  return *migrations;
}

// A database beside a marker, on either engine.
class DatabaseIdentityTest : public testing::TestWithParam<Engine> {
 protected:
  DatabaseIdentityTest() : database_(GetParam(), Migrations()), other_(GetParam(), Migrations()) {
    folder_ = std::filesystem::path(testing::TempDir()) / ("identity-" + database_->id());
    marker_ = (folder_ / "databases" / "auth").string();
  }
  ~DatabaseIdentityTest() override { std::filesystem::remove_all(folder_); }

  absl::StatusOr<std::unique_ptr<Database>> Open(const std::string& url) {
    return Database::Open({.url = url, .readers = 1, .marker = marker_}, Migrations());
  }

  TestDatabase database_;
  TestDatabase other_;
  std::filesystem::path folder_;
  std::string marker_;
};

TEST_P(DatabaseIdentityTest, ADatabaseKeepsItsIdAndDiffersFromOthers) {
  std::string id = database_->id();
  EXPECT_FALSE(id.empty());
  EXPECT_NE(id, other_->id());
  EXPECT_EQ((*Open(database_.url()))->id(), id);
  EXPECT_EQ((*Open(database_.url()))->id(), id);
}

TEST_P(DatabaseIdentityTest, AnotherDatabaseInItsPlaceIsRefused) {
  ASSERT_OK(Open(database_.url()));
  EXPECT_THAT(Open(other_.url()), HasReason("other_database"));
  ASSERT_OK(Open(database_.url())) << "the right one is taken again";
  std::filesystem::remove(marker_);
  EXPECT_OK(Open(other_.url())) << "whoever removes the marker means it";
}

TEST_P(DatabaseIdentityTest, ACopyFromBeforeDatabasesHadIdsIsTheSameAcademys) {
  std::string id = database_->id();
  ASSERT_OK(Open(database_.url()));
  ASSERT_OK(database_->Write([](Transaction& tx) {
    tx.sql() << "DROP TABLE database_identity";
    return absl::OkStatus();
  }));
  auto again = Open(database_.url());
  ASSERT_OK(again);
  EXPECT_EQ((*again)->id(), id);
}

TEST_P(DatabaseIdentityTest, AnEmptyDatabaseIsNotTakenForTheOneThatWas) {
  ASSERT_OK(Open(database_.url()));
  ASSERT_OK(database_->Write([](Transaction& tx) {
    for (const char* table : {"notes", "schema_migrations", "database_identity"}) {
      tx.sql() << std::string("DROP TABLE ") + table;
    }
    return absl::OkStatus();
  }));
  absl::Status refused = Open(database_.url()).status();
  EXPECT_THAT(refused, HasReason("database_missing"));
  EXPECT_NE(refused.message().find(marker_), std::string::npos) << refused;
  EXPECT_THAT(Open(database_.url()), HasReason("database_missing")) << "and it stays empty";
}

INSTANTIATE_TEST_SUITE_P(Engines, DatabaseIdentityTest, testing::ValuesIn(TestEngines()), EngineName);

class SqliteFileTest : public testing::Test {
 protected:
  SqliteFileTest() { std::filesystem::create_directories(folder_); }
  ~SqliteFileTest() override { std::filesystem::remove_all(folder_); }

  DatabaseOptions Options() const {
    return {.url = (folder_ / "auth.db").string(),
            .readers = 1,
            .marker = (folder_ / "databases" / "auth").string(),
            .exclusive = true};
  }

  const std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / "sqlite-file";
};

TEST_F(SqliteFileTest, AMissingFileIsNotMadeWhereOneWas) {
  ASSERT_OK(Database::Open(Options(), Migrations()));
  std::filesystem::path moved = folder_ / "moved.db";
  std::filesystem::rename(Options().url, moved);
  EXPECT_THAT(Database::Open(Options(), Migrations()), HasReason("database_missing"));
  EXPECT_FALSE(std::filesystem::exists(Options().url));
  std::filesystem::rename(moved, Options().url);
  EXPECT_OK(Database::Open(Options(), Migrations()));
}

TEST_F(SqliteFileTest, AFileIsNotSharedByTwo) {
  auto first = Database::Open(Options(), Migrations());
  ASSERT_OK(first);
  EXPECT_THAT(Database::Open(Options(), Migrations()), HasReason("locked"));
  EXPECT_OK(Database::OpenReadOnly({.url = Options().url, .readers = 1})) << "whoever only reads may";
  first->reset();
  EXPECT_OK(Database::Open(Options(), Migrations()));
}

}  // namespace
}  // namespace academy

#include "services/platform/db/database_migrate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <soci/postgresql/soci-postgresql.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

using testing::ElementsAre;

constexpr Migration kItems = {1, "items", "CREATE TABLE item (id TEXT PRIMARY KEY, amount INTEGER NOT NULL);\n"};
constexpr Migration kNames = {2, "names", "ALTER TABLE item ADD COLUMN name TEXT NOT NULL DEFAULT 'unnamed';\n"};
constexpr Migration kOthers = {3, "others", "CREATE TABLE other (id TEXT PRIMARY KEY);\n"};
// The programs that know names no longer use amounts.
constexpr Migration kNoAmounts = {
    .version = 4, .name = "no amounts", .sql = "ALTER TABLE item DROP COLUMN amount;\n", .oldest = 2};
constexpr Migration kOneByName = {.version = 3,
                                  .name = "one by name",
                                  .sql =
                                      "CREATE UNIQUE INDEX {{concurrently}} IF NOT EXISTS by_name ON item (name);\n"
                                      "CREATE INDEX {{concurrently}} IF NOT EXISTS by_amount ON item (amount);\n",
                                  .online = true};

using Migrations = std::vector<Migration>;

class DatabaseMigrateTest : public testing::TestWithParam<Engine> {
 protected:
  absl::StatusOr<std::unique_ptr<Database>> Open(const Migrations& migrations, bool migrate = true) {
    return Database::Open({.url = database_.url(), .readers = 1, .migrate = migrate}, migrations);
  }

  static absl::Status Insert(Database& database, const std::string& id) {
    return database.Write([&](Transaction& tx) {
      Execute(tx.sql(), "INSERT INTO item (id, amount) VALUES (:id, 1)", id);
      return absl::OkStatus();
    });
  }

  absl::StatusOr<std::vector<int>> Versions() {
    return database_->Read([](soci::session& sql) -> absl::StatusOr<std::vector<int>> {
      return Query<int>(sql, "SELECT version FROM schema_migrations ORDER BY version");
    });
  }

  TestDatabase database_{GetParam(), {kItems}};
};

TEST_P(DatabaseMigrateTest, AnOlderProgramWorksWithASchemaThatWasExpanded) {
  ASSERT_OK(Open({kItems, kNames, kOthers}));
  auto older = Open({kItems});
  ASSERT_OK(older);
  EXPECT_OK(Insert(**older, "a"));
  EXPECT_THAT(*Versions(), ElementsAre(1, 2, 3));
}

TEST_P(DatabaseMigrateTest, AProgramThatWasRunningWhenTheSchemaWasExpandedGoesOn) {
  ASSERT_OK(Insert(*database_, "a"));
  ASSERT_OK(Open({kItems, kNames, kOthers}));
  EXPECT_OK(Insert(*database_, "b"));
}

TEST_P(DatabaseMigrateTest, AProgramBelowTheFloorIsRefusedAndOneAtItIsNot) {
  ASSERT_OK(Open({kItems, kNames, kOthers, kNoAmounts}));
  EXPECT_THAT(Open({kItems}), StatusIs(absl::StatusCode::kFailedPrecondition, "schema_too_new"));
  EXPECT_OK(Open({kItems, kNames}));
  // Also after a later step that lowers nothing.
  ASSERT_OK(Open({kItems, kNames, kOthers, kNoAmounts, {5, "more", "CREATE TABLE more (id TEXT PRIMARY KEY);\n"}}));
  EXPECT_THAT(Open({kItems}), StatusIs(absl::StatusCode::kFailedPrecondition, "schema_too_new"));
}

TEST_P(DatabaseMigrateTest, AProgramThatMayNotMigrateRefusesAnOlderSchemaAndLeavesIt) {
  EXPECT_THAT(Open({kItems, kNames}, /*migrate=*/false),
              StatusIs(absl::StatusCode::kFailedPrecondition, "schema_too_old"));
  EXPECT_THAT(*Versions(), ElementsAre(1));
  ASSERT_OK(Open({kItems, kNames}));
  EXPECT_OK(Open({kItems, kNames}, /*migrate=*/false));
  EXPECT_OK(Open({kItems}, /*migrate=*/false));
}

TEST_P(DatabaseMigrateTest, ADatabaseOfBeforeFloorsGetsTheOneThatItsMigrationsHave) {
  ASSERT_OK(Open({kItems, kNames, kOthers, kNoAmounts}));
  auto dropped = database_->Write([](Transaction& tx) {
    tx.sql() << "DROP TABLE schema_floor";
    return absl::OkStatus();
  });
  ASSERT_OK(dropped);
  ASSERT_OK(Open({kItems, kNames, kOthers, kNoAmounts, {5, "more", "CREATE TABLE more (id TEXT PRIMARY KEY);\n"}}));
  EXPECT_THAT(Open({kItems}), StatusIs(absl::StatusCode::kFailedPrecondition, "schema_too_new"));
}

TEST_P(DatabaseMigrateTest, ProgramsThatMigrateAtOnceTakeTurns) {
  if (GetParam() == Engine::kSqlite) GTEST_SKIP() << "a file has one program";
  std::vector<absl::Status> results(4);
  std::vector<std::thread> programs;
  for (absl::Status& result : results) {
    programs.emplace_back([&] { result = Open({kItems, kNames, kOneByName}).status(); });
  }
  for (std::thread& program : programs) program.join();
  for (const absl::Status& result : results) EXPECT_OK(result);
  EXPECT_THAT(*Versions(), ElementsAre(1, 2, 3));
}

TEST_P(DatabaseMigrateTest, WritersGoOnWhileAMigrationWaitsForATable) {
  if (GetParam() == Engine::kSqlite) GTEST_SKIP() << "a file has one program";
  soci::session reader(soci::postgresql, database_.url());
  soci::transaction reading(reader);
  int rows = 0;
  reader << "SELECT COUNT(*) FROM item", soci::into(rows);
  absl::Status migrated;
  std::thread job([&] { migrated = Open({kItems, kNames}).status(); });
  // Until the migration waits for the table, behind the reader.
  soci::session looking(soci::postgresql, database_.url());
  for (int waiting = 0; waiting == 0;) {
    looking << "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'item'::regclass", soci::into(waiting);
  }
  EXPECT_OK(Insert(*database_, "a"));
  EXPECT_THAT(*Versions(), ElementsAre(1));
  reading.commit();
  job.join();
  ASSERT_OK(migrated);
  EXPECT_THAT(*Versions(), ElementsAre(1, 2));
}

TEST_P(DatabaseMigrateTest, AnIndexThatCouldNotBeMadeOnlineIsMadeAgain) {
  ASSERT_OK(Open({kItems, kNames}));
  ASSERT_OK(Insert(*database_, "a"));
  ASSERT_OK(Insert(*database_, "b"));
  EXPECT_THAT(Open({kItems, kNames, kOneByName}), testing::Not(IsOk()));
  EXPECT_THAT(*Versions(), ElementsAre(1, 2));
  auto renamed = database_->Write([](Transaction& tx) {
    Execute(tx.sql(), "UPDATE item SET name = id");
    return absl::OkStatus();
  });
  ASSERT_OK(renamed);
  ASSERT_OK(Open({kItems, kNames, kOneByName}));
  auto doubled = database_->Write([](Transaction& tx) {
    Execute(tx.sql(), "UPDATE item SET name = 'same'");
    return absl::OkStatus();
  });
  EXPECT_THAT(doubled, HasReason("unique_violation"));
}

TEST_P(DatabaseMigrateTest, ANewDatabaseHasTheIndexesThatAreMadeOnline) {
  TestDatabase fresh(GetParam(), {kItems, kNames, kOneByName});
  ASSERT_OK(Insert(*fresh, "a"));
  EXPECT_THAT(Insert(*fresh, "b"), HasReason("unique_violation"));
}

INSTANTIATE_TEST_SUITE_P(Engines, DatabaseMigrateTest, testing::ValuesIn(TestEngines()), EngineName);

TEST(TranslationTest, AStatementForServersIsLeftOutOnSqlite) {
  constexpr char kSql[] =
      "CREATE TABLE t (a {{serial}});\n{{server_only}} CREATE INDEX {{concurrently}} i ON t (a);\n"
      "SELECT 1;\n{{server_only}} SELECT 2";
  EXPECT_EQ(TranslateForSqlite(kSql), "CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT);\nSELECT 1;\n");
  EXPECT_EQ(TranslateForPostgresql(kSql, /*online=*/true),
            "CREATE TABLE t (a BIGSERIAL PRIMARY KEY);\nCREATE INDEX CONCURRENTLY i ON t (a);\nSELECT 1;\nSELECT 2");
}

}  // namespace
}  // namespace academy

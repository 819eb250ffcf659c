#include "services/platform/db/schema_check.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "services/platform/db/database.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

constexpr Migration kItems = {1, "items", "CREATE TABLE item (id TEXT PRIMARY KEY, amount INTEGER NOT NULL);\n"};
constexpr Migration kNames = {2, "names", "ALTER TABLE item ADD COLUMN name TEXT NOT NULL DEFAULT '';\n"};
constexpr Migration kNoAmounts = {
    .version = 3, .name = "no amounts", .sql = "ALTER TABLE item DROP COLUMN amount;\n", .oldest = 2};

class SchemaCheckTest : public testing::TestWithParam<Engine> {
 protected:
  void MigrateTo(const std::vector<Migration>& migrations) {
    ASSERT_OK(Database::Open({.url = database_.url(), .readers = 1}, migrations));
  }

  TestDatabase database_{GetParam(), {kItems}};
};

TEST_P(SchemaCheckTest, AProgramThatWouldMigrateADatabaseMayHaveIt) {
  EXPECT_OK(CheckSchema(database_.url(), {kItems}));
  EXPECT_OK(CheckSchema(database_.url(), {kItems, kNames, kNoAmounts}));
}

TEST_P(SchemaCheckTest, AnOlderProgramMayHaveADatabaseThatWasExpanded) {
  MigrateTo({kItems, kNames});
  EXPECT_OK(CheckSchema(database_.url(), {kItems}));
}

TEST_P(SchemaCheckTest, AProgramBelowTheFloorMayNotHaveIt) {
  MigrateTo({kItems, kNames, kNoAmounts});
  EXPECT_THAT(CheckSchema(database_.url(), {kItems}), HasReason("schema_too_new"));
  EXPECT_OK(CheckSchema(database_.url(), {kItems, kNames}));
}

TEST_P(SchemaCheckTest, NothingIsMigrated) {
  EXPECT_OK(CheckSchema(database_.url(), {kItems, kNames, kNoAmounts}));
  EXPECT_THAT(Database::Open({.url = database_.url(), .readers = 1, .migrate = false}, {kItems, kNames, kNoAmounts}),
              HasReason("schema_too_old"));
}

INSTANTIATE_TEST_SUITE_P(Engines, SchemaCheckTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy

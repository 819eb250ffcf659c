#include "services/platform/db/damage/damage.h"

#include <gtest/gtest.h>

#include <atomic>

#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

TEST(DamageTest, ACheckOfALargeTableEndsWithItsProcess) {
  // Of all tables the last one.
  TestDatabase database(Engine::kSqlite,
                        {{1, "large", "CREATE TABLE z_large (id INTEGER PRIMARY KEY, data TEXT NOT NULL);\n"}});
  ASSERT_OK(database->Write([](Transaction& tx) -> absl::Status {
    Execute(tx.sql(),
            "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 1000000) "
            "INSERT INTO z_large SELECT id, 'some text' FROM n");
    return absl::OkStatus();
  }));
  // More questions than tables, so that one between two tables would not do.
  std::atomic<int> questions = 0;
  EXPECT_TRUE(absl::IsCancelled(database->Check([&] { return ++questions > 5; })));
  EXPECT_OK(database->Check([] { return false; }));
}

}  // namespace
}  // namespace academy

#include "services/platform/db/damage/damage.h"

#include <gtest/gtest.h>

#include <atomic>

#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

constexpr int kLongCheck = 20;

TEST(DamageTest, ACheckOfALargeTableEndsWithItsProcess) {
  // Of all tables the last one.
  TestDatabase database(Engine::kSqlite,
                        {{1, "large", "CREATE TABLE z_large (id INTEGER PRIMARY KEY, data TEXT NOT NULL);\n"}});
  std::atomic<int> questions = 0;
  // As large as the machine is fast.
  while (questions < kLongCheck) {
    ASSERT_OK(database->Write([](Transaction& tx) -> absl::Status {
      Execute(tx.sql(),
              "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 1000000) "
              "INSERT INTO z_large (data) SELECT 'some text' FROM n");
      return absl::OkStatus();
    }));
    questions = 0;
    ASSERT_OK(database->Check([&] {
      ++questions;
      return false;
    }));
  }
  // More questions than tables, so that one between two tables would not do.
  questions = 0;
  EXPECT_TRUE(absl::IsCancelled(database->Check([&] { return ++questions > kLongCheck / 4; })));
}

}  // namespace
}  // namespace academy

#include "services/platform/db/damage/damage.h"

#include <gtest/gtest.h>

#include <atomic>

#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

// More than there are tables, so that a question between two tables would not do.
constexpr int kQuestions = 10;
constexpr int kMaxGrowths = 12;

TEST(DamageTest, ACheckOfALargeTableEndsWithItsProcess) {
  // Of all tables the last one.
  TestDatabase database(Engine::kSqlite,
                        {{1, "large", "CREATE TABLE z_large (id INTEGER PRIMARY KEY, data TEXT NOT NULL);\n"}});
  absl::Status checked;
  // As large as the machine is fast: a check that ends before it is asked often enough shows nothing.
  for (int growth = 0; growth < kMaxGrowths && checked.ok(); ++growth) {
    ASSERT_OK(database->Write([](Transaction& tx) -> absl::Status {
      Execute(tx.sql(),
              "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 1000000) "
              "INSERT INTO z_large (data) SELECT 'some text' FROM n");
      return absl::OkStatus();
    }));
    std::atomic<int> questions = 0;
    checked = database->Check([&] { return ++questions > kQuestions; });
  }
  EXPECT_TRUE(absl::IsCancelled(checked)) << checked;
}

}  // namespace
}  // namespace academy

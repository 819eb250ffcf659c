// Fresh databases for tests, on every available engine; the same contract tests run on all of them.
//
// Use:  class XTest : public testing::TestWithParam<academy::Engine> { ... OpenTestDatabase(GetParam(), migrations) };
//       INSTANTIATE_TEST_SUITE_P(Engines, XTest, testing::ValuesIn(academy::TestEngines()), academy::EngineName);
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "services/platform/db/database.h"

namespace academy {

// SQLite, and PostgreSQL if ACADEMY_TEST_PG holds its URL.
std::vector<Engine> TestEngines();

// For test names.
std::string EngineName(const testing::TestParamInfo<Engine>& info);

// Owns a fresh, migrated database in its own folder or schema, which is removed at the end.
class TestDatabase {
 public:
  TestDatabase(Engine engine, const std::vector<Migration>& migrations);
  ~TestDatabase();

  Database& operator*() { return *database_; }
  Database* operator->() { return database_.get(); }
  // The URL passed to Database::Open, for tests that open it again.
  const std::string& url() const { return url_; }

 private:
  std::filesystem::path folder_;
  std::string schema_;
  std::string url_;
  std::unique_ptr<Database> database_;
};

}  // namespace academy

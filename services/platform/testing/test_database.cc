#include "services/platform/testing/test_database.h"

#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>

#include <cstdlib>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"

namespace academy {
namespace {

std::string PostgresqlUrl() {
  const char* url = std::getenv("ACADEMY_TEST_PG");
  if (url == nullptr || *url == '\0') return "";
  // SOCI 4.0.3 misreads a URL without parameters (see Database::Connect).
  std::string text = url;
  return text.find('?') == text.npos ? text + "?application_name=academy-test" : text;
}

}  // namespace

std::vector<Engine> TestEngines() {
  std::vector<Engine> engines = {Engine::kSqlite};
  if (!PostgresqlUrl().empty()) engines.push_back(Engine::kPostgresql);
  return engines;
}

std::string EngineName(const testing::TestParamInfo<Engine>& info) {
  return info.param == Engine::kSqlite ? "Sqlite" : "Postgresql";
}

TestDatabase::TestDatabase(Engine engine, const std::vector<Migration>& migrations) {
  std::string name = "test_" + Hex(RandomBytes(8));
  if (engine == Engine::kSqlite) {
    folder_ = std::filesystem::temp_directory_path() / name;
    std::filesystem::create_directories(folder_);
    url_ = (folder_ / "test.db").string();
  } else {
    schema_ = name;
    soci::session sql(soci::postgresql, PostgresqlUrl());
    sql << "CREATE SCHEMA " << schema_;
    std::string base = PostgresqlUrl();
    url_ = base + (base.find('?') == base.npos ? "?" : "&") + "options=-csearch_path%3D" + schema_;
  }
  auto opened = Database::Open({.url = url_}, migrations);
  if (!opened.ok()) {
    ADD_FAILURE() << "cannot open the test database: " << MessageOf(opened.status());
    std::abort();
  }
  database_ = *std::move(opened);
}

TestDatabase::~TestDatabase() {
  database_.reset();
  if (!folder_.empty()) std::filesystem::remove_all(folder_);
  if (!schema_.empty()) {
    soci::session sql(soci::postgresql, PostgresqlUrl());
    sql << "DROP SCHEMA " << schema_ << " CASCADE";
  }
}

}  // namespace academy

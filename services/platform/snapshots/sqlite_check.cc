#include "services/platform/snapshots/sqlite_check.h"

#include <string>

#include "services/platform/base/status.h"
#include "services/platform/snapshots/sqlite_connection.h"

namespace academy {
namespace {

absl::Status Damaged(const std::filesystem::path& file, const std::string& what) {
  return Error(absl::StatusCode::kDataLoss, "database_damaged", file.string() + " is damaged: " + what);
}

// The first column of the first row; `none` if there is no row, the error if it fails.
std::string FirstOf(sqlite3* connection, const char* sql, const std::string& none) {
  sqlite3_stmt* statement = nullptr;
  std::string first;
  int result = sqlite3_prepare_v2(connection, sql, -1, &statement, nullptr);
  if (result == SQLITE_OK) result = sqlite3_step(statement);
  if (result == SQLITE_ROW) {
    const unsigned char* text = sqlite3_column_text(statement, 0);
    first = text == nullptr ? "" : reinterpret_cast<const char*>(text);
  } else {
    first = result == SQLITE_DONE ? none : sqlite3_errmsg(connection);
  }
  sqlite3_finalize(statement);
  return first;
}

}  // namespace

absl::Status CheckSqlite(const std::filesystem::path& file) {
  SqliteConnection connection;
  int result = OpenSqlite(file, connection);
  if (result != SQLITE_OK) return Damaged(file, sqlite3_errstr(result));
  std::string found = FirstOf(connection.get(), "PRAGMA integrity_check(1)", "no answer");
  if (found != "ok") return Damaged(file, found);
  std::string dangling = FirstOf(connection.get(), "PRAGMA foreign_key_check", "");
  if (!dangling.empty()) return Damaged(file, "a row of " + dangling + " refers to one that is not there");
  return absl::OkStatus();
}

}  // namespace academy

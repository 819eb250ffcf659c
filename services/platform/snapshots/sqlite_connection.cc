#include "services/platform/snapshots/sqlite_connection.h"

namespace academy {

int OpenSqlite(const std::filesystem::path& file, SqliteConnection& connection) {
  sqlite3* opened = nullptr;
  // A reader of a write-ahead log needs to write its index, so read-only would not do.
  int result = sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
  connection.reset(opened);
  if (result != SQLITE_OK) return result;
  int* ignored = nullptr;
  sqlite3_db_config(opened, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, ignored);
  sqlite3_wal_autocheckpoint(opened, 0);
  return SQLITE_OK;
}

}  // namespace academy

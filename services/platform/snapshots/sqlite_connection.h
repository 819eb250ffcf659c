// A connection to a SQLite database beside, or without, the service that owns it.
//
// One thread at a time uses a connection.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <memory>

namespace academy {

struct CloseSqlite {
  void operator()(sqlite3* connection) const { sqlite3_close(connection); }
};
using SqliteConnection = std::unique_ptr<sqlite3, CloseSqlite>;

// Opens `file`, which must exist. The connection never checkpoints, also not when it is the last to be closed: SQLite
// 3.40 can lose a WAL reset when a connection beside the service's writer does. Returns SQLite's result code.
int OpenSqlite(const std::filesystem::path& file, SqliteConnection& connection);

}  // namespace academy

#include "services/platform/snapshots/sqlite_copy.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "services/platform/base/status.h"
#include "services/platform/snapshots/sqlite_connection.h"

namespace academy {
namespace {

constexpr int kBusyTimeoutMs = 10'000;
constexpr int kPagesAtOnce = 1000;

absl::Status Failed(const std::filesystem::path& file, std::string_view why) {
  return Error(absl::StatusCode::kUnavailable, "snapshot_failed",
               "cannot copy the database " + file.string() + ": " + std::string(why));
}

absl::StatusOr<SqliteConnection> Open(const std::filesystem::path& file) {
  SqliteConnection connection;
  int result = OpenSqlite(file, connection);
  if (result != SQLITE_OK) return Failed(file, sqlite3_errstr(result));
  sqlite3_busy_timeout(connection.get(), kBusyTimeoutMs);
  return connection;
}

absl::Status Copy(const std::filesystem::path& source, const std::filesystem::path& target,
                  const std::function<bool()>& stopping) {
  ASSIGN_OR_RETURN(SqliteConnection from, Open(source));
  ASSIGN_OR_RETURN(SqliteConnection to, Open(target));
  // Whoever uses the copy reads it whole before relying on it, and syncs what is made of it.
  sqlite3_exec(to.get(), "PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF", nullptr, nullptr, nullptr);
  // One read transaction for all steps: without it, every write in between would begin the copy from the start.
  int result = sqlite3_exec(from.get(), "BEGIN; SELECT COUNT(*) FROM sqlite_master", nullptr, nullptr, nullptr);
  if (result != SQLITE_OK) return Failed(source, sqlite3_errstr(result));
  sqlite3_backup* backup = sqlite3_backup_init(to.get(), "main", from.get(), "main");
  if (backup == nullptr) return Failed(source, sqlite3_errmsg(to.get()));
  bool stopped = false;
  while (!stopped && sqlite3_backup_step(backup, kPagesAtOnce) == SQLITE_OK) stopped = stopping && stopping();
  result = sqlite3_backup_finish(backup);
  if (stopped) return Failed(source, "the service is stopping");
  return result == SQLITE_OK ? absl::OkStatus() : Failed(source, sqlite3_errstr(result));
}

}  // namespace

absl::Status CopySqlite(const std::filesystem::path& source, const std::filesystem::path& target,
                        const std::function<bool()>& stopping) {
  // SQLite would make it readable by others.
  int fd = ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return Failed(source, target.string() + ": " + std::strerror(errno));
  ::close(fd);
  absl::Status copied = Copy(source, target, stopping);
  if (!copied.ok()) ::unlink(target.c_str());
  return copied;
}

}  // namespace academy

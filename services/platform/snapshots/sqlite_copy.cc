#include "services/platform/snapshots/sqlite_copy.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include "services/platform/base/status.h"

namespace academy {
namespace {

constexpr int kBusyTimeoutMs = 10'000;
constexpr int kPagesAtOnce = 1000;

struct Close {
  void operator()(sqlite3* connection) const { sqlite3_close(connection); }
};
using Connection = std::unique_ptr<sqlite3, Close>;

absl::Status Failed(const std::filesystem::path& file, std::string_view why) {
  return Error(absl::StatusCode::kUnavailable, "snapshot_failed",
               "cannot copy the database " + file.string() + ": " + std::string(why));
}

absl::StatusOr<Connection> Open(const std::filesystem::path& file) {
  sqlite3* opened = nullptr;
  // A reader of a write-ahead log needs to write its index, so read-only would not do.
  int result = sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
  Connection connection(opened);
  if (result != SQLITE_OK) return Failed(file, sqlite3_errstr(result));
  sqlite3_busy_timeout(opened, kBusyTimeoutMs);
  // Only a service's writer may checkpoint: SQLite 3.40 can lose a WAL reset when two connections do.
  sqlite3_db_config(opened, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  sqlite3_wal_autocheckpoint(opened, 0);
  return connection;
}

absl::Status Copy(const std::filesystem::path& source, const std::filesystem::path& target,
                  const std::function<bool()>& stopping) {
  ASSIGN_OR_RETURN(Connection from, Open(source));
  ASSIGN_OR_RETURN(Connection to, Open(target));
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

#include "services/platform/db/trouble.h"

#include <soci/sqlite3/soci-sqlite3.h>

#include <array>

#include "absl/strings/cord.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy {
namespace {

constexpr char kPayload[] = "academy/database-trouble";

struct Trouble {
  std::string_view kind;
  // For the log: what it is, and what to do.
  std::string_view event;
  // For callers.
  std::string_view message;
};

constexpr std::array<Trouble, 8> kTroubles = {{
    {trouble::kBusy, "database busy", "The database is busy"},
    {trouble::kFull, "disk full: free some space", "The disk is full"},
    {trouble::kReadOnly, "database read-only: make the data folder writable", "The database cannot be written"},
    {trouble::kDiskError, "disk error: check the disk and the data folder", "The disk does not work"},
    {trouble::kCorrupt, "database corrupt: restore a backup", "The database is damaged"},
    {trouble::kUnreachable, "database unreachable", "The database is not reachable"},
    {trouble::kStandby, "database server takes no writes: it is a standby", "The database cannot be written"},
    {trouble::kReplaced, "database file moved or replaced: put it back and start the academy again",
     "The database's file is gone"},
}};

absl::Status Report(std::string_view kind, std::string_view error) {
  for (const Trouble& known : kTroubles) {
    if (known.kind != kind) continue;
    LogError(known.event, {{"error", error}});
    absl::Status status =
        WithRetryAfter(Error(absl::StatusCode::kUnavailable, "database_unavailable", known.message), 1);
    status.SetPayload(kPayload, absl::Cord(absl::string_view(kind.data(), kind.size())));
    return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status SqliteTrouble(int result, std::string_view error) {
  // The lower byte is the kind; the rest says where it happened.
  switch (result & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Report(trouble::kBusy, error);
    case SQLITE_FULL:
      return Report(trouble::kFull, error);
    case SQLITE_READONLY:
      return Report(trouble::kReadOnly, error);
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return Report(trouble::kDiskError, error);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Report(trouble::kCorrupt, error);
    default:
      return absl::OkStatus();
  }
}

absl::Status ServerTrouble(std::string_view kind, std::string_view error) { return Report(kind, error); }

absl::Status FileTrouble(soci::session& sql) {
  if (sql.get_backend_name() != "sqlite3") return absl::OkStatus();
  auto* backend = static_cast<soci::sqlite3_session_backend*>(sql.get_backend());
  // Compares the inode of the open file with that at the path.
  int moved = 0;
  int result = sqlite3_file_control(backend->conn_, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (result != SQLITE_OK || moved == 0) return absl::OkStatus();
  return Report(trouble::kReplaced, "the open file is not the one at its path");
}

std::string_view TroubleOf(const absl::Status& status) {
  auto payload = status.GetPayload(kPayload);
  if (!payload.has_value()) return "";
  for (const Trouble& known : kTroubles) {
    if (*payload == absl::string_view(known.kind.data(), known.kind.size())) return known.kind;
  }
  return "";
}

}  // namespace academy

// What keeps a database from reading and writing, in words for callers, for the log and for the health of the service.
//
// All functions are thread-safe.
#pragma once

#include <soci/soci.h>

#include <string_view>

#include "absl/status/status.h"

namespace academy {

// The kinds of trouble, as a service's health names them.
namespace trouble {
inline constexpr std::string_view kBusy = "busy";
inline constexpr std::string_view kFull = "full";
inline constexpr std::string_view kReadOnly = "read_only";
inline constexpr std::string_view kDiskError = "disk_error";
inline constexpr std::string_view kCorrupt = "corrupt";
inline constexpr std::string_view kUnreachable = "unreachable";
inline constexpr std::string_view kStandby = "standby";
inline constexpr std::string_view kReplaced = "replaced";
}  // namespace trouble

// Logs what a result code of SQLite says about the disk or the file, and returns UNAVAILABLE database_unavailable with
// a hint when to retry; OK for any other code. `error` is SQLite's own text.
absl::Status SqliteTrouble(int result, std::string_view error);

// Likewise for trouble of this `kind` with a server. `error` is its own text.
absl::Status ServerTrouble(std::string_view kind, std::string_view error);

// Likewise if the SQLite file that the connection has open was unlinked or moved, or another is at its path: what is
// stored in it from then on is lost with the process. OK on PostgreSQL.
absl::Status FileTrouble(soci::session& sql);

// Returns the kind of trouble that a status from this file is about; empty for any other status.
std::string_view TroubleOf(const absl::Status& status);

}  // namespace academy

// Lets a commit on PostgreSQL fail in a chosen way.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "services/platform/db/database.h"

namespace academy {

// The next commit of an insertion into the table `item` does `what`, statements of PL/pgSQL, in the server: once,
// because a sequence is not rolled back. Once for each database. Errors as Database::Write.
absl::Status AtNextCommitOfItem(Database& database, const std::string& what);

}  // namespace academy

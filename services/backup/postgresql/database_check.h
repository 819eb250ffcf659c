// Checks a database of a PostgreSQL cluster that nobody else uses.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "services/backup/postgresql/pg_tools.h"
#include "services/backup/postgresql/private_server.h"

namespace academy::backup {

// Checks that every reference resolves and, where the extension amcheck is installed, every table and index. Leaves the
// database as it is. DATA_LOSS database_damaged, with what PostgreSQL found; FAILED_PRECONDITION no_superuser.
absl::Status CheckPostgresql(const PgTools& tools, const PrivateServer& server, const std::string& user,
                             const std::string& database, const std::filesystem::path& log);

}  // namespace academy::backup

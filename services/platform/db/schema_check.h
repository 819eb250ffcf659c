// Looks, beside whoever uses a database, whether a program could work with it. Nothing changes.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "services/platform/db/migrations.h"

namespace academy {

// Whether a program with `migrations` could migrate the database at `url` or work with it as it is. FAILED_PRECONDITION
// schema_too_new if not; other errors as Database::OpenReadOnly and Database::Read. Thread-safe.
absl::Status CheckSchema(const std::string& url, const std::vector<Migration>& migrations);

}  // namespace academy

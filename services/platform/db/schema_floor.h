// Whether a program may work with a database whose schema is newer than the program (docs/changes.md).
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "services/platform/db/migrations.h"

namespace academy {

// For a program with `migrations` and a database whose schema is `version` and whose floor is `floor`, 0 where it has
// none. FAILED_PRECONDITION schema_too_new when the program may not. Pure.
absl::Status CheckFloor(int version, int floor, const std::vector<Migration>& migrations);

}  // namespace academy

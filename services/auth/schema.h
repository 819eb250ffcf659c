// The numbered migrations of auth's database.
#pragma once

#include <vector>

#include "services/platform/db/migrations.h"

namespace academy::auth {

// In order; new migrations are only ever appended. Thread-safe.
const std::vector<Migration>& Migrations();

}  // namespace academy::auth

// The numbered migrations of auth's database.
#pragma once

#include <vector>

#include "services/platform/db/migrations.h"

namespace academy::auth {

// In order; the list only ever grows at its end. Thread-safe.
const std::vector<Migration>& Migrations();

}  // namespace academy::auth

// The numbered migrations of enrollment's database.
#pragma once

#include <vector>

#include "services/platform/db/migrations.h"

namespace academy::enrollment {

// Thread-safe.
const std::vector<Migration>& Migrations();

}  // namespace academy::enrollment

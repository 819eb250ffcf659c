// The numbered migrations of enrollment's database.
#pragma once

#include <vector>

#include "services/platform/db/migrations.h"

namespace academy::enrollment {

// Callable from any thread.
const std::vector<Migration>& Migrations();

}  // namespace academy::enrollment

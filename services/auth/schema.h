// The numbered migrations of auth's database.
#pragma once

#include <vector>

#include "services/common/db/migrations.h"

namespace academy::auth {

// In order; the list only ever grows at its end. Thread-safe.
const std::vector<Migration>& Schema();

}  // namespace academy::auth

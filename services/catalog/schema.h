// The catalog's tables, as numbered migrations.
#pragma once

#include <vector>

#include "services/platform/db/migrations.h"

namespace academy::catalog {

const std::vector<Migration>& Migrations();

}  // namespace academy::catalog

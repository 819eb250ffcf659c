// The schema of presence's database, which stores its position in auth's feed.
#pragma once

#include <vector>

#include "services/platform/db/migrations.h"

namespace academy::presence {

const std::vector<Migration>& Migrations();

}  // namespace academy::presence

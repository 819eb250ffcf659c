// What Database's migrations are given; internal to it.
#pragma once

#include <vector>

#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/db/identity.h"
#include "services/platform/db/migrations.h"

namespace academy {

struct Database::SchemaChange {
  const std::vector<Migration>& migrations;
  const DatabaseMarker& marker;
  const Clock& clock;
  // DatabaseOptions::migrate.
  bool migrate;
};

}  // namespace academy

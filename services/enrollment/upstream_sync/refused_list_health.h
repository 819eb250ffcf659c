// What enrollment's health says about lists of learners or courses that it did not believe.
//
// Thread-safe.
#pragma once

#include "services/platform/db/database.h"
#include "services/platform/health/monitors.h"

namespace academy::enrollment {

// Adds an item `feeds` for as long as a list is refused. Both must outlive the last use of the monitors.
void WatchRefusedLists(const Monitors& monitors, Database& database);

}  // namespace academy::enrollment

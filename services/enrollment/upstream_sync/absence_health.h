// What enrollment's health says about learners and courses that are missing though nobody removed them.
#pragma once

#include "services/platform/db/database.h"
#include "services/platform/health/monitors.h"

namespace academy::enrollment {

// Adds an item `feeds` and gauges of absences and refused lists. `database` must outlive the last use of the monitors.
void WatchAbsences(const Monitors& monitors, Database& database);

}  // namespace academy::enrollment

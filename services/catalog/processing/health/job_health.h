// What the catalog's health and metrics say about videos that wait for processing.
//
// Thread-safe.
#pragma once

#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/health/monitors.h"

namespace academy::catalog {

// Adds the item `encoding` and a gauge of the oldest job's age. All must outlive the last use of the monitors.
void WatchJobs(const Monitors& monitors, Database& database, const Clock& clock);

}  // namespace academy::catalog

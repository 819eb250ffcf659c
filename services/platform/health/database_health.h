// Watches a service's database: heartbeats, checks, and what its health and metrics say about both.
//
// Thread-safe; works on threads of its own until it is destroyed.
#pragma once

#include <string>

#include "services/platform/background/periodic_task.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/health/database_check.h"
#include "services/platform/health/health_board.h"
#include "services/platform/health/heartbeat.h"
#include "services/platform/health/monitors.h"

namespace academy {

class DatabaseHealth {
 public:
  // Adds the item `database-<service>` to the board, and decides whether it serves: not while the heart does not beat
  // or the file is damaged. All must outlive this object, and the board must not be collected once it is destroyed.
  DatabaseHealth(const std::string& service, Database& database, const Clock& clock, const Monitors& monitors);

 private:
  common::v1::HealthItem Item(const std::string& name);
  absl::Status UpdateServing(HealthBoard* board);

  Heartbeat heartbeat_;
  DatabaseCheck check_;
  // Last, because their threads use all members above. Three, because a write or a check may hang.
  PeriodicTask beating_;
  PeriodicTask checking_;
  PeriodicTask watching_;
};

}  // namespace academy

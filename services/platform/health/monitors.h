// Where the parts of a service report how they are.
#pragma once

#include "services/platform/base/metrics.h"
#include "services/platform/health/health_board.h"

namespace academy {

// Both may be null (tests), and outlive whoever reports.
struct Monitors {
  HealthBoard* health = nullptr;
  Metrics* metrics = nullptr;
};

}  // namespace academy

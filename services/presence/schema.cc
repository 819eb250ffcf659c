#include "services/presence/schema.h"

#include "services/platform/feed/change_feed.h"
#include "services/platform/health/heartbeat.h"
#include "services/platform/idempotency/idempotent_calls.h"

namespace academy::presence {

const std::vector<Migration>& Migrations() {
  static const auto* const migrations = new std::vector<Migration>{
      {1, "feed positions", kFeedPositionsSchema},
      {2, "feed places", kFeedPlacesSchema},
      {3, "heartbeats", kHeartbeatSchema},
      // Programs of before do not know how old they may be.
      {.version = 4, .name = "idempotent calls", .sql = kIdempotentCallsSchema, .oldest = 4},
  };
  return *migrations;
}

}  // namespace academy::presence

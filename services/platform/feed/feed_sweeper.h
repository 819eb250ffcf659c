// Deletes old entries of a service's change feed, on its own thread.
//
// Thread-safe.
#pragma once

#include "absl/status/status.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy {

class FeedSweeper {
 public:
  // How long entries are kept for disconnected readers. A reader that returns later is told of the gap and reloads the
  // whole state.
  static constexpr absl::Duration kKept = absl::Hours(7 * 24);

  // Prunes now and every hour. Both must outlive the sweeper. The database's schema must include kChangeFeedSchema.
  FeedSweeper(Database& database, const Clock& clock);

  // Deletes the oldest entries, up to the first that is newer than kKept, but never the newest one, which holds the
  // feed's position. Errors as Database::Write.
  absl::Status Prune();

 private:
  Database& database_;
  const Clock& clock_;
  // Last, because its thread uses all members above.
  PeriodicTask task_;
};

}  // namespace academy

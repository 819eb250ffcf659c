// Forgets old entries of a service's change feed, on a thread of its own.
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
  // Milliseconds that entries stay for readers that are away. A reader that comes back later is told of the gap, and
  // starts from the whole state.
  static constexpr UnixMillis kKept = 7LL * 24 * 60 * 60 * 1000;

  // Prunes now and every hour. Both must outlive the pruner; the database's schema holds kChangeFeedSchema.
  FeedSweeper(Database& database, const Clock& clock);

  // Removes every entry that is older than all that is kept, but not the newest: it holds the feed's position. Errors
  // as Database::Write.
  absl::Status Prune();

 private:
  Database& database_;
  const Clock& clock_;
  // Last: its thread uses all of the above.
  PeriodicTask task_;
};

}  // namespace academy

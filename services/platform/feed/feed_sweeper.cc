#include "services/platform/feed/feed_sweeper.h"

#include <cstdint>

#include "absl/time/time.h"
#include "services/platform/base/status.h"

namespace academy {
namespace {

constexpr absl::Duration kInterval = absl::Hours(1);
// Entries a transaction, so that other writers need not wait long.
constexpr int kBatch = 1000;

// The last position of the feed's beginning that is from before `before`, within one batch; 0 when there is none. What
// remains has no holes: readers tell by its first position what they missed.
int64_t LastOld(soci::session& sql, UnixMillis before) {
  int limit = kBatch + 1;
  long long position = 0;
  long long at = 0;
  soci::statement oldest = (sql.prepare << "SELECT position, at FROM change_feed ORDER BY position LIMIT :limit",
                            soci::use(limit), soci::into(position), soci::into(at));
  oldest.execute();
  int64_t last = 0;
  // One behind: the newest entry of all stays.
  int64_t candidate = 0;
  while (oldest.fetch()) {
    last = candidate;
    if (at >= before) break;
    candidate = position;
  }
  return last;
}

}  // namespace

FeedSweeper::FeedSweeper(Database& database, const Clock& clock)
    : database_(database),
      clock_(clock),
      task_({.failure = "feed not pruned", .interval = kInterval, .run_at_start = true}, [this] { return Prune(); }) {}

absl::Status FeedSweeper::Prune() {
  while (true) {
    ASSIGN_OR_RETURN(int64_t last, database_.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
      int64_t old = LastOld(tx.sql(), clock_.Now() - kKept);
      if (old > 0) tx.sql() << "DELETE FROM change_feed WHERE position <= :last", soci::use(old);
      return old;
    }));
    if (last == 0 || task_.Stopping()) return absl::OkStatus();
  }
}

}  // namespace academy

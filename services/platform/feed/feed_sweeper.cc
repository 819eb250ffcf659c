#include "services/platform/feed/feed_sweeper.h"

#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/time/time.h"
#include "services/platform/base/status.h"
#include "services/platform/db/query.h"

namespace academy {
namespace {

constexpr absl::Duration kInterval = absl::Hours(1);
// Entries per transaction, so that other writers do not wait long.
constexpr int kBatch = 1000;

struct EntryRow {
  int64_t position = 0;
  UnixMillis at = 0;

  auto Columns() { return std::tie(position, at); }
};

// Returns the last position of the leading entries that are older than `before`, within one batch; 0 if there is none.
// The remaining entries have no holes, because readers detect a gap by the first position.
int64_t LastOld(soci::session& sql, UnixMillis before) {
  std::vector<EntryRow> oldest =
      Query<EntryRow>(sql, "SELECT position, at FROM change_feed ORDER BY position LIMIT :limit", kBatch + 1);
  int64_t last = 0;
  // One behind, so that the newest entry always stays.
  int64_t candidate = 0;
  for (const EntryRow& entry : oldest) {
    last = candidate;
    if (entry.at >= before) break;
    candidate = entry.position;
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
      if (old > 0) Execute(tx.sql(), "DELETE FROM change_feed WHERE position <= :last", old);
      return old;
    }));
    if (last == 0 || task_.Stopping()) return absl::OkStatus();
  }
}

}  // namespace academy

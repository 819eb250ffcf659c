#include "services/common/db/feed_pruner.h"

#include <cstdint>

#include "absl/time/time.h"
#include "services/common/log.h"
#include "services/common/status.h"

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

FeedPruner::FeedPruner(Database& database, const Clock& clock) : database_(database), clock_(clock) {
  thread_ = std::thread([this] { Run(); });
}

FeedPruner::~FeedPruner() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }
  thread_.join();
}

absl::Status FeedPruner::Prune() {
  while (true) {
    ASSIGN_OR_RETURN(int64_t last, database_.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
      int64_t old = LastOld(tx.sql(), clock_.Now() - kKept);
      if (old > 0) tx.sql() << "DELETE FROM change_feed WHERE position <= :last", soci::use(old);
      return old;
    }));
    if (last == 0) return absl::OkStatus();
    absl::MutexLock lock(&mutex_);
    if (stopping_) return absl::OkStatus();
  }
}

void FeedPruner::Run() {
  while (true) {
    if (absl::Status status = Prune(); !status.ok()) LogWarning("feed not pruned", {{"error", MessageOf(status)}});
    absl::MutexLock lock(&mutex_);
    if (mutex_.AwaitWithTimeout(absl::Condition(&stopping_), kInterval)) return;
  }
}

}  // namespace academy

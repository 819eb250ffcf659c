// Forgets old entries of a service's change feed, on a thread of its own.
//
// Thread-safe.
#pragma once

#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "services/common/clock.h"
#include "services/common/db/database.h"

namespace academy {

class FeedPruner {
 public:
  // Milliseconds that entries stay for readers that are away. A reader that comes back later is told of the gap, and
  // starts from the whole state.
  static constexpr UnixMillis kKept = 7LL * 24 * 60 * 60 * 1000;

  // Prunes now and every hour. Both must outlive the pruner; the database's schema holds kChangeFeedSchema.
  FeedPruner(Database& database, const Clock& clock);
  ~FeedPruner();

  FeedPruner(const FeedPruner&) = delete;
  FeedPruner& operator=(const FeedPruner&) = delete;

  // Removes every entry that is older than all that is kept, but not the newest: it holds the feed's position. Errors
  // as Database::Write.
  absl::Status Prune();

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  const Clock& clock_;
  absl::Mutex mutex_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy

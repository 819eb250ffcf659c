// A service's durable, numbered change feed, and the stored positions of readers in other services' feeds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy {

// Statements for a service's own migrations.
inline constexpr std::string_view kChangeFeedSchema =
    "CREATE TABLE change_feed (position {{serial}}, at BIGINT NOT NULL, payload TEXT NOT NULL);\n";
inline constexpr std::string_view kFeedPositionsSchema =
    "CREATE TABLE feed_positions (source TEXT PRIMARY KEY, position BIGINT NOT NULL);\n";

struct FeedEntry {
  int64_t position = 0;
  // A serialized event message of the service.
  std::string payload;
};

// Thread-safe.
class ChangeFeed {
 public:
  // `clock` and `database` must outlive the feed. The database's schema must include kChangeFeedSchema.
  ChangeFeed(Database& database, const Clock& clock) : database_(database), clock_(clock) {}

  // Appends an event in the transaction of its cause and notifies listeners after the commit. Returns its position. May
  // throw as SOCI does.
  int64_t Append(Transaction& tx, std::string_view payload);
  // The same for many events, in order.
  void AppendAll(Transaction& tx, const std::vector<std::string>& payloads);

  // Returns at most `limit` entries after `position`, in order.
  absl::StatusOr<std::vector<FeedEntry>> ReadAfter(int64_t position, int limit);

  // Returns the newest entry's position; 0 if there is none.
  absl::StatusOr<int64_t> Head();

  // Calls `listener` after each commit that appended, on the committing thread, until Unlisten. It must not block.
  // Returns the handle for Unlisten.
  int Listen(std::function<void()> listener) ABSL_LOCKS_EXCLUDED(mutex_);
  void Unlisten(int handle) ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether other processes may append too, so that readers must also poll.
  bool shared() const { return database_.engine() == Engine::kPostgresql; }

 private:
  void Notify() ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  const Clock& clock_;
  absl::Mutex mutex_;
  int next_handle_ ABSL_GUARDED_BY(mutex_) = 1;
  std::vector<std::pair<int, std::function<void()>>> listeners_ ABSL_GUARDED_BY(mutex_);
};

// Returns the newest position of the service's own feed in the snapshot of `sql`; 0 if there is none. May throw as SOCI
// does.
int64_t FeedHead(soci::session& sql);

// Returns this service's stored position in the feed of `source`; 0 at first. May throw as SOCI does.
int64_t LoadFeedPosition(soci::session& sql, std::string_view source);
// Stores it. Call in the transaction that applies the event.
void StoreFeedPosition(Transaction& tx, std::string_view source, int64_t position);

}  // namespace academy

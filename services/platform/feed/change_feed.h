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
#include "academy/common/v1/feed.pb.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy {

using FeedPlace = common::v1::FeedPlace;
using FeedStart = common::v1::FeedStart;

// Returns a place without ids, which is not compared with the feed.
inline FeedPlace AtPosition(int64_t position) {
  FeedPlace place;
  place.set_position(position);
  return place;
}

// Statements for a service's own migrations.
inline constexpr std::string_view kChangeFeedSchema =
    "CREATE TABLE change_feed (position {{serial}}, at BIGINT NOT NULL, payload TEXT NOT NULL);\n";
inline constexpr std::string_view kFeedPositionsSchema =
    "CREATE TABLE feed_positions (source TEXT PRIMARY KEY, position BIGINT NOT NULL);\n";
// Later migrations of both.
inline constexpr std::string_view kFeedEventIdsSchema =
    "ALTER TABLE change_feed ADD COLUMN event_id BIGINT NOT NULL DEFAULT 0;\n";
inline constexpr std::string_view kFeedPlacesSchema =
    "ALTER TABLE feed_positions ADD COLUMN event_id BIGINT NOT NULL DEFAULT 0;\n"
    "ALTER TABLE feed_positions ADD COLUMN database_id TEXT NOT NULL DEFAULT '';\n";

struct FeedEntry {
  int64_t position = 0;
  // FeedPlace.event_id.
  int64_t event_id = 0;
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

  // Returns what a reader that was last at `place` is told first.
  absl::StatusOr<FeedStart> StartAfter(const FeedPlace& place);

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

// Returns this service's stored place in the feed of `source`; empty at first. May throw as SOCI does.
FeedPlace LoadFeedPlace(soci::session& sql, std::string_view source);
// Stores it, whatever was stored before.
void StoreFeedPlace(Transaction& tx, std::string_view source, const FeedPlace& place);
// Stores the place of an event. Returns false, and stores nothing, if another process of this database has handled the
// event already, or if the feed of another database is followed meanwhile. Call in the transaction that applies the
// event, before it is applied.
bool AdvanceFeedPlace(Transaction& tx, std::string_view source, const FeedPlace& place);

}  // namespace academy

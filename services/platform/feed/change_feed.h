// The durable, numbered feed of what ended or changed in a service, and where a reader of another's feed stands.
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
  // `clock` and `database`, whose schema holds kChangeFeedSchema, must outlive the feed.
  ChangeFeed(Database& database, const Clock& clock) : database_(database), clock_(clock) {}

  // Adds an event in the transaction of its cause and tells listeners once that is committed. Returns its position.
  // May throw as SOCI does.
  int64_t Append(Transaction& tx, std::string_view payload);
  // The same for many events, in their order.
  void AppendAll(Transaction& tx, const std::vector<std::string>& payloads);

  // At most `limit` entries after `position`, in order.
  absl::StatusOr<std::vector<FeedEntry>> ReadAfter(int64_t position, int limit);

  // The newest entry's position, 0 when there is none yet.
  absl::StatusOr<int64_t> Head();

  // Calls `listener` after each commit that appended, until Unlisten. It must not block.
  int Listen(std::function<void()> listener) ABSL_LOCKS_EXCLUDED(mutex_);
  void Unlisten(int handle) ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether other processes may append too, so that a reader has to look by itself now and then.
  bool shared() const { return database_.engine() == Engine::kPostgresql; }

 private:
  void Notify() ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  const Clock& clock_;
  absl::Mutex mutex_;
  int next_handle_ ABSL_GUARDED_BY(mutex_) = 1;
  std::vector<std::pair<int, std::function<void()>>> listeners_ ABSL_GUARDED_BY(mutex_);
};

// The own feed's newest position in the snapshot of `sql`, 0 when there is none yet. May throw as SOCI does.
int64_t FeedHead(soci::session& sql);

// Where this service stands in the feed of `source`; 0 at first. May throw as SOCI does.
int64_t LoadFeedPosition(soci::session& sql, std::string_view source);
// Call in the transaction of the handled event's effect.
void StoreFeedPosition(Transaction& tx, std::string_view source, int64_t position);

}  // namespace academy

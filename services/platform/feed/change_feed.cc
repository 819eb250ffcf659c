#include "services/platform/feed/change_feed.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/identity.h"
#include "services/platform/db/query.h"
#include "services/platform/db/row_list.h"
#include "services/platform/encoding/base64.h"

namespace academy {

namespace {

struct EntryRow {
  int64_t position = 0;
  int64_t event_id = 0;
  std::string payload;

  auto Columns() { return std::tie(position, event_id, payload); }
};

struct PlaceRow {
  int64_t position = 0;
  int64_t event_id = 0;
  std::string database_id;

  auto Columns() { return std::tie(position, event_id, database_id); }
  FeedPlace ToRecord() const {
    FeedPlace place;
    place.set_position(position);
    place.set_event_id(event_id);
    place.set_database_id(database_id);
    return place;
  }
};

FeedPlace FindOldest(soci::session& sql) {
  return QueryOne<PlaceRow>(sql, "SELECT position, event_id, '' FROM change_feed ORDER BY position LIMIT 1")
      .value_or(FeedPlace());
}

FeedPlace FindNewest(soci::session& sql) {
  return QueryOne<PlaceRow>(sql, "SELECT position, event_id, '' FROM change_feed ORDER BY position DESC LIMIT 1")
      .value_or(FeedPlace());
}

// Whether `place` is in another history than this feed, whose head and oldest entry are given. Nothing tells where the
// place's entry was pruned, or the place has no ids because an older version stored it.
bool IsElsewhere(soci::session& sql, const FeedPlace& place, const FeedPlace& head, const FeedPlace& oldest) {
  if (!place.database_id().empty() && place.database_id() != head.database_id()) return true;
  if (place.position() > head.position()) return true;
  if (place.event_id() == 0 || place.position() < oldest.position()) return false;
  auto stored = QueryOne<int64_t>(sql, "SELECT event_id FROM change_feed WHERE position = :position", place.position());
  return stored != place.event_id();
}

// A random number that is not 0.
int64_t NewEventId() {
  int64_t id = 0;
  while (id == 0) std::memcpy(&id, RandomBytes(sizeof(id)).data(), sizeof(id));
  return id;
}

// Makes those who append to the feed take turns from here to the end of their transactions, so that positions are in
// the order of commits. Whoever has the turn waits no longer for a row, because its holder may be waiting for the turn:
// it gives up and is run again.
void TakeTurn(Transaction& tx, const void* feed) {
  if (tx.engine() == Engine::kSqlite || !tx.IsFirst(feed)) return;
  Execute(tx.sql(),
          "SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' change_feed')),"
          " set_config('lock_timeout', '100ms', true)");
}

}  // namespace

int64_t ChangeFeed::Append(Transaction& tx, std::string_view payload) {
  TakeTurn(tx, this);
  // Base64, because TEXT works alike on both engines and binary columns do not.
  auto position = QueryValue<int64_t>(tx.sql(),
                                      "INSERT INTO change_feed (at, event_id, payload) VALUES (:at, :event, :payload)"
                                      " RETURNING position",
                                      clock_.Now(), NewEventId(), Base64(payload));
  // One notification per transaction is enough.
  tx.OnCommit(this, [this] { Notify(); });
  return position;
}

void ChangeFeed::AppendAll(Transaction& tx, const std::vector<std::string>& payloads) {
  if (payloads.empty()) return;
  TakeTurn(tx, this);
  std::vector<std::tuple<int64_t, int64_t, std::string>> rows;
  rows.reserve(payloads.size());
  for (const std::string& payload : payloads) rows.emplace_back(clock_.Now(), NewEventId(), Base64(payload));
  ExecuteRows(tx.sql(), "INSERT INTO change_feed (at, event_id, payload) {rows}", rows);
  tx.OnCommit(this, [this] { Notify(); });
}

absl::StatusOr<std::vector<FeedEntry>> ChangeFeed::ReadAfter(int64_t position, int limit) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<FeedEntry>> {
    std::vector<EntryRow> rows = Query<EntryRow>(
        sql,
        "SELECT position, event_id, payload FROM change_feed WHERE position > :after ORDER BY position LIMIT :limit",
        position, limit);
    std::vector<FeedEntry> entries;
    for (const EntryRow& row : rows) {
      FeedEntry& entry =
          entries.emplace_back(FeedEntry{.position = row.position, .event_id = row.event_id, .payload = {}});
      if (!Base64Decode(row.payload, entry.payload)) return absl::DataLossError("a feed entry cannot be read");
    }
    return entries;
  });
}

absl::StatusOr<int64_t> ChangeFeed::Head() {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<int64_t> { return FeedHead(sql); });
}

absl::StatusOr<FeedStart> ChangeFeed::StartAfter(const FeedPlace& place) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<FeedStart> {
    FeedStart start;
    FeedPlace& head = *start.mutable_head();
    head = FindNewest(sql);
    // A server's database may have been replaced since it was opened.
    head.set_database_id(shared() ? ReadDatabaseId(sql) : database_.id());
    if (place.position() < 0) return start;
    FeedPlace oldest = FindOldest(sql);
    start.set_restored(IsElsewhere(sql, place, head, oldest));
    start.set_gap(!start.restored() && place.position() < oldest.position() - 1);
    return start;
  });
}

int ChangeFeed::Listen(std::function<void()> listener) {
  absl::MutexLock lock(&mutex_);
  listeners_.emplace_back(next_handle_, std::move(listener));
  return next_handle_++;
}

void ChangeFeed::Unlisten(int handle) {
  absl::MutexLock lock(&mutex_);
  std::erase_if(listeners_, [&](const auto& entry) { return entry.first == handle; });
}

void ChangeFeed::Notify() {
  absl::MutexLock lock(&mutex_);
  for (const auto& [handle, listener] : listeners_) listener();
}

int64_t FeedHead(soci::session& sql) {
  return QueryValue<int64_t>(sql, "SELECT COALESCE(MAX(position), 0) FROM change_feed");
}

FeedPlace LoadFeedPlace(soci::session& sql, std::string_view source) {
  return QueryOne<PlaceRow>(sql, "SELECT position, event_id, database_id FROM feed_positions WHERE source = :source",
                            source)
      .value_or(FeedPlace());
}

void StoreFeedPlace(Transaction& tx, std::string_view source, const FeedPlace& place) {
  Execute(tx.sql(),
          "INSERT INTO feed_positions (source, position, event_id, database_id)"
          " VALUES (:source, :position, :event, :database) ON CONFLICT (source) DO UPDATE SET"
          " position = excluded.position, event_id = excluded.event_id, database_id = excluded.database_id",
          source, place.position(), place.event_id(), place.database_id());
}

bool AdvanceFeedPlace(Transaction& tx, std::string_view source, const FeedPlace& place) {
  const FeedPlace stored = LoadFeedPlace(tx.sql(), source);
  // An older version stored no ids, and before the first event there are none.
  const bool named = !stored.database_id().empty();
  if (named && stored.database_id() != place.database_id()) return false;
  const bool names = !named && !place.database_id().empty();
  if (place.position() < stored.position() || (place.position() == stored.position() && !names)) return false;
  StoreFeedPlace(tx, source, place);
  return true;
}

}  // namespace academy

#include "services/platform/feed/change_feed.h"

#include <algorithm>
#include <tuple>

#include "services/platform/base/status.h"
#include "services/platform/db/bulk_insert.h"
#include "services/platform/db/query.h"
#include "services/platform/encoding/base64.h"

namespace academy {

namespace {

struct EntryRow {
  int64_t position = 0;
  std::string payload;

  auto Columns() { return std::tie(position, payload); }
};

}  // namespace

int64_t ChangeFeed::Append(Transaction& tx, std::string_view payload) {
  // Base64, because TEXT works alike on both engines and binary columns do not.
  auto position =
      QueryValue<int64_t>(tx.sql(), "INSERT INTO change_feed (at, payload) VALUES (:at, :payload) RETURNING position",
                          clock_.Now(), Base64(payload));
  // One notification per transaction is enough.
  tx.OnCommit(this, [this] { Notify(); });
  return position;
}

void ChangeFeed::AppendAll(Transaction& tx, const std::vector<std::string>& payloads) {
  if (payloads.empty()) return;
  std::vector<std::tuple<int64_t, std::string>> rows;
  rows.reserve(payloads.size());
  for (const std::string& payload : payloads) rows.emplace_back(clock_.Now(), Base64(payload));
  InsertRows(tx.sql(), "INSERT INTO change_feed (at, payload)", rows);
  tx.OnCommit(this, [this] { Notify(); });
}

absl::StatusOr<std::vector<FeedEntry>> ChangeFeed::ReadAfter(int64_t position, int limit) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<FeedEntry>> {
    std::vector<EntryRow> rows = Query<EntryRow>(
        sql, "SELECT position, payload FROM change_feed WHERE position > :after ORDER BY position LIMIT :limit",
        position, limit);
    std::vector<FeedEntry> entries;
    for (const EntryRow& row : rows) {
      FeedEntry& entry = entries.emplace_back(FeedEntry{.position = row.position, .payload = {}});
      if (!Base64Decode(row.payload, entry.payload)) return absl::DataLossError("a feed entry cannot be read");
    }
    return entries;
  });
}

absl::StatusOr<int64_t> ChangeFeed::Head() {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<int64_t> { return FeedHead(sql); });
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

int64_t LoadFeedPosition(soci::session& sql, std::string_view source) {
  return QueryOne<int64_t>(sql, "SELECT position FROM feed_positions WHERE source = :source", source).value_or(0);
}

void StoreFeedPosition(Transaction& tx, std::string_view source, int64_t position) {
  Execute(tx.sql(),
          "INSERT INTO feed_positions (source, position) VALUES (:source, :position) "
          "ON CONFLICT (source) DO UPDATE SET position = excluded.position",
          source, position);
}

}  // namespace academy

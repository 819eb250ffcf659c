#include "services/platform/feed/change_feed.h"

#include <algorithm>

#include "services/platform/base/status.h"
#include "services/platform/db/rows.h"
#include "services/platform/encoding/base64.h"

namespace academy {
namespace {

struct InsertFeedEntry {
  explicit InsertFeedEntry(soci::session& sql)
      : statement((sql.prepare << "INSERT INTO change_feed (at, payload) VALUES (:at, :payload) RETURNING position",
                   soci::use(at), soci::use(text), soci::into(position))) {}

  long long at = 0;
  std::string text;
  long long position = 0;
  soci::statement statement;
};

struct InsertFeedEntries {
  explicit InsertFeedEntries(soci::session& sql) : texts(kRowsTogether), statement(sql) {
    for (std::string& text : texts) {
      statement.exchange(soci::use(at));
      statement.exchange(soci::use(text));
    }
    statement.alloc();
    statement.prepare("INSERT INTO change_feed (at, payload) VALUES " + RowsTogether("(:at#, :payload#)"));
    statement.define_and_bind();
  }

  long long at = 0;
  std::vector<std::string> texts;
  soci::statement statement;
};

}  // namespace

int64_t ChangeFeed::Append(Transaction& tx, std::string_view payload) {
  InsertFeedEntry& insert = Cached<InsertFeedEntry>(tx.sql());
  insert.at = clock_.Now();
  // Base64, since TEXT is the same on both engines and bytes are not.
  insert.text = Base64(payload);
  insert.statement.execute();
  int64_t position = 0;
  while (insert.statement.fetch()) position = insert.position;
  // Once is enough, however many events the transaction has.
  tx.OnCommit(this, [this] { Notify(); });
  return position;
}

void ChangeFeed::AppendAll(Transaction& tx, const std::vector<std::string>& payloads) {
  size_t done = 0;
  while (payloads.size() - done >= kRowsTogether) {
    InsertFeedEntries& insert = Cached<InsertFeedEntries>(tx.sql());
    insert.at = clock_.Now();
    for (std::string& text : insert.texts) text = Base64(payloads[done++]);
    insert.statement.execute(/*withDataExchange=*/true);
    tx.OnCommit(this, [this] { Notify(); });
  }
  for (; done < payloads.size(); ++done) Append(tx, payloads[done]);
}

absl::StatusOr<std::vector<FeedEntry>> ChangeFeed::ReadAfter(int64_t position, int limit) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<FeedEntry>> {
    std::vector<FeedEntry> entries;
    long long after = position;
    long long at = 0;
    std::string payload;
    soci::statement statement =
        (sql.prepare << "SELECT position, payload FROM change_feed WHERE position > :after ORDER BY position "
                        "LIMIT :limit",
         soci::use(after), soci::use(limit), soci::into(at), soci::into(payload));
    statement.execute();
    while (statement.fetch()) {
      FeedEntry entry{.position = at, .payload = {}};
      if (!Base64Decode(payload, entry.payload)) return absl::DataLossError("a feed entry cannot be read");
      entries.push_back(std::move(entry));
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
  long long head = 0;
  sql << "SELECT COALESCE(MAX(position), 0) FROM change_feed", soci::into(head);
  return head;
}

int64_t LoadFeedPosition(soci::session& sql, std::string_view source) {
  std::string name(source);
  long long position = 0;
  sql << "SELECT position FROM feed_positions WHERE source = :source", soci::use(name), soci::into(position);
  return sql.got_data() ? position : 0;
}

void StoreFeedPosition(Transaction& tx, std::string_view source, int64_t position) {
  std::string name(source);
  long long at = position;
  tx.sql() << "INSERT INTO feed_positions (source, position) VALUES (:source, :position) "
              "ON CONFLICT (source) DO UPDATE SET position = excluded.position",
      soci::use(name), soci::use(at);
}

}  // namespace academy

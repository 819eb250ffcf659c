#include "services/catalog/assets/blob_removals.h"

#include "absl/time/time.h"
#include "services/platform/db/query.h"

namespace academy::catalog {
namespace {

// Longer than any request that writes a blob takes.
constexpr absl::Duration kReservation = absl::Hours(1);
// By which the clocks of two processes may differ.
constexpr absl::Duration kClockDifference = absl::Minutes(5);

}  // namespace

void ScheduleBlobRemoval(soci::session& sql, const std::string& key, UnixMillis due_at) {
  Execute(sql,
          "INSERT INTO blob_removals (key, due_at) VALUES (:key, :at)"
          " ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at",
          key, due_at);
}

void ReserveBlob(soci::session& sql, const std::string& key, UnixMillis now) {
  ScheduleBlobRemoval(sql, key, now + absl::ToInt64Milliseconds(kReservation));
}

void ExtendBlobReservation(soci::session& sql, const std::string& key, UnixMillis now) {
  Execute(sql, "UPDATE blob_removals SET due_at = :at WHERE key = :key", now + absl::ToInt64Milliseconds(kReservation),
          key);
}

bool KeepReservedBlob(soci::session& sql, const std::string& key, UnixMillis now) {
  return Execute(sql, "DELETE FROM blob_removals WHERE key = :key AND due_at > :now", key,
                 now + absl::ToInt64Milliseconds(kClockDifference)) > 0;
}

void CancelBlobRemoval(soci::session& sql, const std::string& key) {
  Execute(sql, "DELETE FROM blob_removals WHERE key = :key", key);
}

std::vector<std::string> ListDueBlobRemovals(soci::session& sql, UnixMillis now, int limit) {
  return Query<std::string>(sql, "SELECT key FROM blob_removals WHERE due_at <= :now ORDER BY due_at, key LIMIT :limit",
                            now, limit);
}

}  // namespace academy::catalog

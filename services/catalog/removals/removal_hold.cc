#include "services/catalog/removals/removal_hold.h"

#include <cstdint>

#include "services/platform/base/status.h"
#include "services/platform/db/query.h"

namespace academy::catalog {

absl::Status RemovalHold::Begin(const std::string& id, absl::Duration time) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    UnixMillis now = clock_.Now();
    Execute(tx.sql(), "DELETE FROM removal_holds WHERE ends_at <= :now", now);
    Execute(tx.sql(),
            "INSERT INTO removal_holds (id, ends_at) VALUES (:id, :end)"
            " ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at",
            id, now + time);
    return absl::OkStatus();
  });
}

absl::Status RemovalHold::Continue(const std::string& id, absl::Duration time) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    UnixMillis now = clock_.Now();
    if (Execute(tx.sql(), "UPDATE removal_holds SET ends_at = :end WHERE id = :id AND ends_at > :now", now + time, id,
                now) > 0) {
      return absl::OkStatus();
    }
    return Error(absl::StatusCode::kNotFound, "hold_ended", "Files were not kept any longer");
  });
}

absl::Status RemovalHold::End(const std::string& id) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    Execute(tx.sql(), "DELETE FROM removal_holds WHERE id = :id", id);
    return absl::OkStatus();
  });
}

bool RemovalHold::Held() const {
  return database_
      .Read([&](soci::session& sql) -> absl::StatusOr<bool> {
        return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM removal_holds WHERE ends_at > :now", clock_.Now()) > 0;
      })
      .value_or(true);
}

}  // namespace academy::catalog

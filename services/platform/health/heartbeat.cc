#include "services/platform/health/heartbeat.h"

#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/query.h"
#include "services/platform/db/trouble.h"

namespace academy {
namespace {

std::string CodeOf(const absl::Status& failure) {
  std::string_view trouble = TroubleOf(failure);
  return trouble.empty() ? "database_error" : "database_" + std::string(trouble);
}

}  // namespace

void StoreBeat(Transaction& tx, std::string_view name, UnixMillis at) {
  Execute(tx.sql(),
          "INSERT INTO heartbeats (name, at) VALUES (:name, :at) ON CONFLICT (name) DO UPDATE SET at = excluded.at",
          name, at);
}

Heartbeat::Heartbeat(Database& database, const Clock& clock, Steady steady)
    : database_(database),
      clock_(clock),
      steady_(std::move(steady)),
      name_("heartbeat-" + NewId(clock.Now())),
      last_success_(steady_()) {}

absl::Status Heartbeat::Beat() {
  absl::Status status = database_.Write([&](Transaction& tx) -> absl::Status {
    // Writes to a file that nobody will find succeed too.
    if (absl::Status gone = FileTrouble(tx.sql()); !gone.ok()) return gone;
    StoreBeat(tx, name_, clock_.Now());
    return absl::OkStatus();
  });
  absl::MutexLock lock(&mutex_);
  outcome_ = status;
  if (status.ok()) last_success_ = steady_();
  return status;
}

absl::Status Heartbeat::RemoveGone() {
  const UnixMillis limit = clock_.Now() - kGone;
  ASSIGN_OR_RETURN(bool found, database_.Read([&](soci::session& sql) -> absl::StatusOr<bool> {
    return QueryOne<int>(sql, "SELECT 1 FROM heartbeats WHERE name LIKE 'heartbeat%' AND at < :limit LIMIT 1", limit)
        .has_value();
  }));
  if (!found) return absl::OkStatus();
  // Another process may be removing them too.
  return database_.WriteByLocks([&](Transaction& tx) {
    Execute(tx.sql(), "DELETE FROM heartbeats WHERE name LIKE 'heartbeat%' AND at < :limit", limit);
    return absl::OkStatus();
  });
}

Heartbeat::State Heartbeat::Look() {
  absl::MutexLock lock(&mutex_);
  State state;
  state.age = absl::FromChrono(steady_() - last_success_);
  if (!outcome_.ok()) {
    state.code = CodeOf(outcome_);
  } else if (state.age > kLimit) {
    state.code = "database_silent";
  }
  state.alive = state.code == "ok";
  if (state.alive) failing_since_ = 0;
  if (!state.alive && failing_since_ == 0) failing_since_ = clock_.Now();
  state.failing_since = failing_since_;
  return state;
}

}  // namespace academy

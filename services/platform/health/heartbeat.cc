#include "services/platform/health/heartbeat.h"

#include <utility>

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
    : database_(database), clock_(clock), steady_(std::move(steady)), last_success_(steady_()) {}

absl::Status Heartbeat::Beat() {
  absl::Status status = database_.Write([&](Transaction& tx) -> absl::Status {
    // Writes to a file that nobody will find succeed too.
    if (absl::Status gone = FileTrouble(tx.sql()); !gone.ok()) return gone;
    StoreBeat(tx, "heartbeat", clock_.Now());
    return absl::OkStatus();
  });
  absl::MutexLock lock(&mutex_);
  outcome_ = status;
  if (status.ok()) last_success_ = steady_();
  return status;
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

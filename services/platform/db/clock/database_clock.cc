#include "services/platform/db/clock/database_clock.h"

#include <cstdlib>
#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/db/query.h"

namespace academy {
namespace {

// An answer that took longer says too little about the moment it is of, unless there is no other.
constexpr absl::Duration kMaxRoundTrip = absl::Seconds(1);

absl::StatusOr<UnixMillis> TimeOfServer(Database& database) {
  return database.Read([](soci::session& sql) -> absl::StatusOr<UnixMillis> {
    // The time of the statement, not of the transaction's beginning.
    return QueryValue<int64_t>(sql, "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)");
  });
}

}  // namespace

DatabaseClock::DatabaseClock(Database& database, const Clock& machine)
    : DatabaseClock({.server = [&database] { return TimeOfServer(database); }, .steady = SteadyNow}, machine) {
  if (database.engine() == Engine::kSqlite || &machine != &Clock::System()) return;
  Ask().IgnoreError();
  asking_.emplace(PeriodicTask::Options{.failure = "the database's time is not followed", .interval = kInterval},
                  [this] { return Ask(); });
}

DatabaseClock::DatabaseClock(Source source, const Clock& machine) : source_(std::move(source)), machine_(machine) {}

UnixMillis DatabaseClock::Now() const {
  const int64_t ahead = ahead_;
  return ahead == kUnknown ? machine_.Now() : absl::ToInt64Milliseconds(source_.steady()) + ahead;
}

absl::Status DatabaseClock::Ask() {
  const absl::Duration asked = source_.steady();
  ASSIGN_OR_RETURN(UnixMillis server, source_.server());
  const absl::Duration round_trip = source_.steady() - asked;
  const int64_t ahead = server - absl::ToInt64Milliseconds(asked + round_trip / 2);
  const int64_t known = ahead_;
  if (known != kUnknown) {
    if (round_trip > kMaxRoundTrip) return absl::OkStatus();
    if (std::abs(ahead - known) > absl::ToInt64Milliseconds(kMaxJump)) {
      return Error(absl::StatusCode::kFailedPrecondition, "clock_jumped",
                   "the database's time differs by " + absl::FormatDuration(absl::Milliseconds(ahead - known)) +
                       " from what it was; a restart takes it");
    }
  }
  ahead_ = ahead;
  return absl::OkStatus();
}

}  // namespace academy

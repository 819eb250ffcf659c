#include "services/platform/health/database_health.h"

#include <optional>

#include "services/platform/base/status.h"
#include "services/platform/health/health_item.h"

namespace academy {
namespace {

constexpr absl::Duration kInterval = absl::Seconds(10);
// After a failure, so that the service is back soon after its disk.
constexpr absl::Duration kFirstRetry = absl::Seconds(1);
constexpr absl::Duration kMaxRetry = absl::Seconds(5);
// A server of databases can be cut off from one replica and not from another, and one that fails over is back within
// seconds: callers should know soon.
constexpr absl::Duration kServerInterval = absl::Seconds(2);
constexpr absl::Duration kMaxServerRetry = absl::Seconds(1);
// How often is looked whether a week has passed, and for processes that are gone.
constexpr absl::Duration kCheckInterval = absl::Hours(1);
constexpr absl::Duration kWatchInterval = absl::Seconds(1);

}  // namespace

DatabaseHealth::DatabaseHealth(const std::string& service, Database& database, const Clock& clock,
                               const Monitors& monitors)
    : heartbeat_(database, clock),
      check_(database, clock),
      beating_({.failure = "heartbeat not written: the service is not ready until one is",
                .interval = database.engine() == Engine::kSqlite ? kInterval : kServerInterval,
                .run_at_start = true,
                .first_retry = kFirstRetry,
                .max_retry = database.engine() == Engine::kSqlite ? kMaxRetry : kMaxServerRetry},
               [this, board = monitors.health] {
                 absl::Status status = heartbeat_.Beat();
                 UpdateServing(board).IgnoreError();
                 return status;
               }),
      checking_({.failure = "database not checked", .interval = kCheckInterval, .run_at_start = true},
                [this] {
                  RETURN_IF_ERROR(check_.CheckIfDue([this] { return checking_.Stopping(); }));
                  return heartbeat_.RemoveGone();
                }),
      watching_({.failure = "health not updated", .interval = kWatchInterval},
                [this, board = monitors.health] { return UpdateServing(board); }) {
  if (monitors.health != nullptr) {
    monitors.health->Add([this, name = "database-" + service] { return Item(name); });
  }
  if (monitors.metrics != nullptr) {
    monitors.metrics->Gauge("academy_heartbeat_age_seconds", "Since a write to the database last committed",
                            [this] { return absl::ToDoubleSeconds(heartbeat_.Look().age); });
    monitors.metrics->Gauge("academy_database_wal_bytes", "SQLite's write-ahead log",
                            [&database] { return static_cast<double>(database.WalBytes()); });
  }
}

absl::Status DatabaseHealth::UpdateServing(HealthBoard* board) {
  if (board != nullptr) board->SetServing(heartbeat_.Look().alive && !check_.DamagedSince().has_value());
  return absl::OkStatus();
}

common::v1::HealthItem DatabaseHealth::Item(const std::string& name) {
  Heartbeat::State state = heartbeat_.Look();
  std::optional<UnixMillis> damaged = check_.DamagedSince();
  const bool broken = state.alive && damaged.has_value();
  common::v1::HealthItem item =
      MakeHealthItem(name, broken ? "database_damaged" : state.code, absl::ToInt64Seconds(state.age));
  if (broken) item.set_since(FormatTime(*damaged));
  if (!state.alive) item.set_since(FormatTime(state.failing_since));
  return item;
}

}  // namespace academy

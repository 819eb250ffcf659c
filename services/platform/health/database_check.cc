#include "services/platform/health/database_check.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/db/query.h"
#include "services/platform/health/heartbeat.h"

namespace academy {
namespace {

constexpr absl::Duration kBetweenChecks = absl::Hours(7 * 24);
constexpr char kRunning[] = "running";
constexpr char kChecked[] = "checked";
constexpr char kFind[] = "SELECT at FROM heartbeats WHERE name = :name";

// For the calling thread, processor and disk: the check is never urgent.
void GiveWay() {
  constexpr int kLowest = 19;
  constexpr int kOfProcess = 1;
  constexpr int kIdle = 3 << 13;
  auto thread = static_cast<id_t>(::syscall(SYS_gettid));
  ::setpriority(PRIO_PROCESS, thread, kLowest);
  ::syscall(SYS_ioprio_set, kOfProcess, 0, kIdle);
}

}  // namespace

DatabaseCheck::DatabaseCheck(Database& database, const Clock& clock) : database_(database), clock_(clock) {
  // PostgreSQL checks its files itself, and other processes may be using it.
  if (database_.engine() != Engine::kSqlite) return;
  absl::StatusOr<bool> running = database_.Write([&](Transaction& tx) -> absl::StatusOr<bool> {
    bool found = QueryOne<UnixMillis>(tx.sql(), kFind, std::string(kRunning)).has_value();
    StoreBeat(tx, kRunning, clock_.Now());
    return found;
  });
  absl::MutexLock lock(&mutex_);
  crashed_ = running.value_or(true);
}

DatabaseCheck::~DatabaseCheck() {
  if (database_.engine() != Engine::kSqlite) return;
  absl::Status ended = database_.Write([&](Transaction& tx) {
    Execute(tx.sql(), "DELETE FROM heartbeats WHERE name = :name", std::string(kRunning));
    return absl::OkStatus();
  });
  if (!ended.ok()) LogWarning("clean end not noted", {{"error", MessageOf(ended)}});
}

absl::StatusOr<bool> DatabaseCheck::IsDue() {
  {
    absl::MutexLock lock(&mutex_);
    if (crashed_ || damaged_since_.has_value()) return true;
  }
  ASSIGN_OR_RETURN(UnixMillis last, database_.Read([](soci::session& sql) -> absl::StatusOr<UnixMillis> {
    return QueryOne<UnixMillis>(sql, kFind, std::string(kChecked)).value_or(0);
  }));
  // A new database has nothing to be found in it. One that was checked in the future had another clock.
  return last > clock_.Now() || clock_.Now() - last >= absl::ToInt64Milliseconds(kBetweenChecks);
}

absl::Status DatabaseCheck::CheckIfDue(const std::function<bool()>& stopping) {
  if (database_.engine() != Engine::kSqlite) return absl::OkStatus();
  ASSIGN_OR_RETURN(bool due, IsDue());
  if (!due) return absl::OkStatus();
  absl::Status finding;
  // Other writes wait for the one below, so it must not be made by a thread that gives way.
  std::thread([&] {
    GiveWay();
    finding = database_.Check(stopping);
  }).join();
  if (!finding.ok() && !absl::IsDataLoss(finding)) return finding;
  {
    absl::MutexLock lock(&mutex_);
    crashed_ = false;
    if (finding.ok()) {
      damaged_since_.reset();
    } else if (!damaged_since_.has_value()) {
      damaged_since_ = clock_.Now();
      LogError("database damaged: stop the academy, restore the newest backup of this database, and check the disk",
               {{"finding", MessageOf(finding)}});
    }
  }
  return database_.Write([&](Transaction& tx) {
    // With a finding the next start checks again.
    StoreBeat(tx, kChecked, finding.ok() ? clock_.Now() : 0);
    return absl::OkStatus();
  });
}

std::optional<UnixMillis> DatabaseCheck::DamagedSince() const {
  absl::MutexLock lock(&mutex_);
  return damaged_since_;
}

}  // namespace academy

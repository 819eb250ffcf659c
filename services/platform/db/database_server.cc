// The part of Database that is only for servers.
#include <soci/soci.h>

#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/db/connection.h"
#include "services/platform/db/database.h"
#include "services/platform/db/server/run_again.h"
#include "services/platform/db/server/server.h"

namespace academy {

absl::Status Database::PrepareServer() {
  absl::MutexLock lock(&writer_mutex_);
  try {
    soci::transaction transaction(writer_->session);
    // Two processes may make the table at once, which IF NOT EXISTS does not survive.
    writer_->session << "SELECT pg_advisory_xact_lock(hashtext(current_schema()))";
    writer_->session << kMigrationsTable;
    writer_->session << kSchemaFloorTable;
    transaction.commit();
    return absl::OkStatus();
  } catch (...) {
    return CurrentExceptionStatus();
  }
}

absl::Status Database::RunByLocks(absl::FunctionRef<absl::Status(Transaction&)> work) {
  if (engine_ == Engine::kSqlite || read_only_) return RunWrite(work);
  RunAgain again(server_metrics_);
  while (true) {
    absl::Status status = LockOnce(work);
    if (status.ok() || !again.After(status)) return status;
  }
}

absl::Status Database::LockOnce(absl::FunctionRef<absl::Status(Transaction&)> work) {
  using Outcome = DatabaseConnection::Outcome;
  std::vector<std::function<void()>> actions;
  {
    TransactionTiming timing(write_timers_);
    absl::MutexLock lock(&locker_mutex_);
    if (locker_ == nullptr || locker_->broken) {
      try {
        locker_ = Connect(/*writer=*/true);
        locker_->by_locks = true;
      } catch (...) {
        return CurrentExceptionStatus();
      }
    }
    timing.Connected();
    absl::Status status;
    Outcome outcome = locker_->Run(engine_, /*first=*/true, work, status, actions);
    if (outcome == Outcome::kWell) status = locker_->Commit(engine_);
    if (!status.ok()) {
      locker_->broken = !locker_->RollBack() || NeedsNewConnection(status);
      return status;
    }
  }
  for (const std::function<void()>& action : actions) action();
  return absl::OkStatus();
}

}  // namespace academy

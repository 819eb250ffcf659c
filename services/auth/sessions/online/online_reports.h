// Takes presence's reports of who is online. Several auths of one database share the list there, so that each of them
// answers alike, whichever of them presence reports to; a single auth keeps it in memory, because presence reports
// again after a restart.
//
// Thread-safe. On a server it looks for others' reports on a thread of its own, from construction to destruction.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/auth/sessions/online/online_learners.h"
#include "services/auth/sessions/online/report_order.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/db/database.h"

namespace academy::auth {

class OnlineReports {
 public:
  // How late a report to another process is known here, at most.
  static constexpr absl::Duration kInterval = absl::Milliseconds(250);

  // `database` and `online`, in which the list is kept, must outlive this.
  OnlineReports(Database& database, OnlineLearners& online);

  // Replaces the list. ABORTED report_superseded, with no effect, if a later report was taken; errors of
  // Database::Write. `process` is empty for a presence that does not number its reports: those are always taken.
  absl::Status Take(std::string_view process, int64_t number, OnlineLearners::Sockets online)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Takes over what another process was told, as is done by itself every kInterval on a server.
  absl::Status Refresh() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  OnlineLearners::Snapshot Stored(soci::session& sql, const ReportOrder& order) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Database& database_;
  OnlineLearners& online_;
  // Held while the database is asked: reports come one at a time.
  absl::Mutex mutex_;
  // The order whose list `online_` has; nullopt before the first.
  std::optional<ReportOrder> order_ ABSL_GUARDED_BY(mutex_);
  // Last, because its thread uses the members above.
  std::optional<PeriodicTask> refreshing_;
};

}  // namespace academy::auth

// Takes presence's reports of who is online. Several auths of one database share the list there, so that each of them
// answers alike, whichever of them presence reports to; a single auth keeps it in memory, because presence reports
// again after a restart.
//
// Thread-safe. On a server it looks for others' reports on a thread of its own, from construction to destruction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/auth/sessions/online/online_learners.h"
#include "services/auth/sessions/online/online_store.h"
#include "services/auth/sessions/online/report_term.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy::auth {

struct OnlineReport {
  std::string process;
  int64_t term = 0;
  int64_t number = 0;
  OnlineLearners::Changes changes;
  // With this report the term's list is whole.
  bool whole = false;
  // The process gives the right up.
  bool last = false;
};

class OnlineReports {
 public:
  // How late a report to another process is known here, at most.
  static constexpr absl::Duration kInterval = absl::Milliseconds(250);

  // `clock` is the one of all processes of the database. All must outlive this; `online` holds the list.
  OnlineReports(Database& database, const Clock& clock, OnlineLearners& online);

  // The new term of `process`; 0 if another process has the right to report, unless this one is `alone`. Errors of
  // Database::Write.
  absl::StatusOr<int64_t> Grant(const std::string& process, bool alone = false) ABSL_LOCKS_EXCLUDED(mutex_);

  // Changes the list. ABORTED report_superseded, with no effect, if the report's term is over or a report is missing
  // before it; errors of Database::Write.
  absl::Status Take(const OnlineReport& report) ABSL_LOCKS_EXCLUDED(mutex_);

  // Takes over what another process was told, as is done by itself every kInterval on a server.
  absl::Status Refresh() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  absl::Status TakeInMemory(const OnlineReport& report) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status Store(const OnlineReport& report) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status Read() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Database& database_;
  const Clock& clock_;
  OnlineLearners& online_;
  // Held while the database is asked: reports come one at a time.
  absl::Mutex mutex_;
  // On a server: the change up to which `online_` has the list; nullopt before the first.
  std::optional<int64_t> known_ ABSL_GUARDED_BY(mutex_);
  // On SQLite: who reports, and who is in the term's list so far while it is not whole.
  ReportTerm term_ ABSL_GUARDED_BY(mutex_);
  std::unordered_set<std::string> listed_ ABSL_GUARDED_BY(mutex_);
  // Last, because its thread uses the members above.
  std::optional<PeriodicTask> refreshing_;
};

}  // namespace academy::auth

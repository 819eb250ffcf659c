// Ends expired sessions and deletes old records every few seconds, on its own thread.
//
// Thread-safe.
#pragma once

#include "absl/status/status.h"
#include "services/auth/sessions/session_manager.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy::auth {

class Sweeper {
 public:
  Sweeper(Database& database, SessionManager& sessions, const Clock& clock);

  // Runs one round now. Errors as Database::Write.
  absl::Status Sweep();

 private:
  Database& database_;
  SessionManager& sessions_;
  const Clock& clock_;
  // Last, because its thread uses all members above.
  PeriodicTask task_;
};

}  // namespace academy::auth

// Looks for damage in a service's SQLite file: every week, and at a start after a crash.
//
// Thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy {

// Keeps two rows of heartbeat.h's table: `running` from a start to the next clean end, and `checked`, the last check
// that found nothing.
class DatabaseCheck {
 public:
  // Both must outlive the check. The database's schema must include kHeartbeatSchema.
  DatabaseCheck(Database& database, const Clock& clock);
  // Notes that the process ended cleanly.
  ~DatabaseCheck();

  DatabaseCheck(const DatabaseCheck&) = delete;
  DatabaseCheck& operator=(const DatabaseCheck&) = delete;

  // Checks the file if it is due: at the first call after a crash, then each week, and at every call while there is a
  // finding. May take minutes, on a thread of its own that gives way to all others; the calling thread waits for it.
  // Errors as Database::Read where the file could not be checked, CANCELLED soon after `stopping`, which other
  // threads call, returns true; a finding is no error.
  absl::Status CheckIfDue(const std::function<bool()>& stopping = {}) ABSL_LOCKS_EXCLUDED(mutex_);

  // When the first check that found damage ended; nullopt if the last one found none.
  std::optional<UnixMillis> DamagedSince() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  absl::StatusOr<bool> IsDue() ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  const Clock& clock_;
  mutable absl::Mutex mutex_;
  // Whether the process before this one ended without saying so, and nothing was checked since.
  bool crashed_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<UnixMillis> damaged_since_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy

// The academy's time zone, in which days begin and end. auth has it; here it is kept in memory, and in the database for
// a start while auth is away.
//
// Thread-safe.
#pragma once

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/enrollment/upstream_sync/auth_client.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/db/database.h"

namespace academy::enrollment {

class AcademyZone {
 public:
  // `database` and `auth` must outlive this. `unset` applies until auth has told its zone for the first time.
  AcademyZone(Database& database, AuthClient& auth, absl::TimeZone unset);

  absl::TimeZone Get() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Soon asks auth for the zone, until it has answered. For whoever follows auth's feed: when it goes live, and at each
  // publication of the site.
  void Refresh() { asking_.Wake(); }

 private:
  // Also INTERNAL for a zone that this system does not know; what was stays.
  absl::Status Ask() ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  AuthClient& auth_;
  mutable absl::Mutex mutex_;
  absl::TimeZone zone_ ABSL_GUARDED_BY(mutex_);
  // Last, because its thread uses all members above.
  PeriodicTask asking_;
};

}  // namespace academy::enrollment

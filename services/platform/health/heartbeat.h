// Proves now and then that a write to the service's database commits.
//
// Thread-safe.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy {

// Statements for a service's own migrations. The names are `heartbeat-` and what tells a process from all others, the
// `heartbeat` of a release that had one row for all of them, and those of database_check.h.
inline constexpr std::string_view kHeartbeatSchema =
    "CREATE TABLE heartbeats (name TEXT PRIMARY KEY, at BIGINT NOT NULL);\n";

// Stores that `name` happened at `at`. May throw as SOCI does.
void StoreBeat(Transaction& tx, std::string_view name, UnixMillis at);

class Heartbeat {
 public:
  // A clock that does not jump; tests replace it.
  using Steady = std::function<std::chrono::steady_clock::time_point()>;

  // Without a success for longer than this, the database does not work.
  static constexpr absl::Duration kLimit = absl::Seconds(30);
  // A process that has not stored a beat for longer than this is gone, or will store its row again.
  static constexpr absl::Duration kGone = absl::Minutes(10);

  struct State {
    bool alive = true;
    // A code of health_item.h, `ok` while alive.
    std::string code = "ok";
    // Since the last success, or since the start.
    absl::Duration age;
    // When the first failure of this outage was noticed; 0 while alive.
    UnixMillis failing_since = 0;
  };

  // Both must outlive the heartbeat. The database's schema must include kHeartbeatSchema.
  Heartbeat(Database& database, const Clock& clock, Steady steady = std::chrono::steady_clock::now);

  // Writes once, and waits for the commit. The row is this object's own, because replicas that write to the same row at
  // once refuse each other. Errors as Database::Write and FileTrouble.
  absl::Status Beat() ABSL_LOCKS_EXCLUDED(mutex_);

  // Removes the rows of processes that are gone. Any number of processes may do so at once. Errors as Database::Read
  // and Database::WriteByLocks.
  absl::Status RemoveGone();

  // Not alive after a Beat that failed, and while none has succeeded within kLimit. Never waits for the database.
  State Look() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  Database& database_;
  const Clock& clock_;
  const Steady steady_;
  const std::string name_;
  absl::Mutex mutex_;
  std::chrono::steady_clock::time_point last_success_ ABSL_GUARDED_BY(mutex_);
  // Of the last Beat.
  absl::Status outcome_ ABSL_GUARDED_BY(mutex_);
  UnixMillis failing_since_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy

// Ends expired sessions and forgets what is old, every few seconds, on a thread of its own.
//
// Thread-safe.
#pragma once

#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "services/auth/session_keeper.h"
#include "services/common/clock.h"
#include "services/common/db/database.h"

namespace academy::auth {

class Housekeeper {
 public:
  Housekeeper(Database& database, SessionKeeper& sessions, const Clock& clock);
  ~Housekeeper();

  // One round now. Errors as Database::Write.
  absl::Status Sweep();

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  SessionKeeper& sessions_;
  const Clock& clock_;
  absl::Mutex mutex_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy::auth

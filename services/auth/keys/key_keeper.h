// Follows the rotation of keys whose results are stored: seals the audit trail with the new key, encrypts bank details
// again with it, and removes old keys that nothing uses any more. On its own thread, every few seconds.
//
// Thread-safe.
#pragma once

#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "services/auth/audit/audit_trail.h"
#include "services/auth/keys/auth_keys.h"
#include "services/auth/keys/encrypted_table.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy::auth {

class KeyKeeper {
 public:
  // All must outlive it.
  KeyKeeper(Database& database, AuditTrail& audit, const AuthKeys& keys, const Clock& clock);

  // Runs one round now. Errors as EncryptAgain.
  absl::Status Keep() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // What was done for a purpose.
  struct Done {
    // The key that was current.
    std::string key_id;
    UnixMillis cleaned_at = 0;
  };

  absl::Status KeepSeal() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status KeepTable(const EncryptedTable& table, const KeyRing& keys) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Database& database_;
  AuditTrail& audit_;
  const AuthKeys& keys_;
  const Clock& clock_;
  absl::Mutex mutex_;
  std::map<std::string, Done> done_ ABSL_GUARDED_BY(mutex_);
  // Last, because its thread uses all members above.
  PeriodicTask task_;
};

}  // namespace academy::auth

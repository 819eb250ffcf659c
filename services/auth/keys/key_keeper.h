// Follows the rotation of keys: records it in the audit trail, seals the trail with the new key, encrypts bank details
// and secrets of second factors again with it, and removes old keys that nothing uses any more. On its own thread,
// every few seconds.
//
// Thread-safe.
#pragma once

#include <map>
#include <string>
#include <vector>

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

  // Runs one round now. Errors as EncryptAgain and of KeyFolder.
  absl::Status Keep() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // What was done for a purpose.
  struct Done {
    // The key that was current.
    std::string key_id;
    UnixMillis cleaned_at = 0;
  };

  absl::Status RecordRotations() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Removes ended keys of the purposes whose results are not stored.
  absl::Status CleanRings() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status KeepSeal() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status KeepTable(const EncryptedTable& table, const KeyRing& keys) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Database& database_;
  AuditTrail& audit_;
  const AuthKeys& keys_;
  const Clock& clock_;
  absl::Mutex mutex_;
  std::map<std::string, Done> done_ ABSL_GUARDED_BY(mutex_);
  // Those that were recorded.
  std::vector<KeyName> names_ ABSL_GUARDED_BY(mutex_);
  UnixMillis rings_cleaned_at_ ABSL_GUARDED_BY(mutex_) = 0;
  // Last, because its thread uses all members above.
  PeriodicTask task_;
};

}  // namespace academy::auth

// A service's outgoing audit events. An event is stored in the service's own database, in the transaction of the change
// it describes, until auth has accepted it.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/auth/v1/audit.pb.h"
#include "services/platform/audit/audit_event.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/metrics.h"
#include "services/platform/db/database.h"
#include "services/platform/rpc/caller.h"

namespace academy {

// Statements for a service's own migrations. `refused` is 1 for events that auth has permanently refused.
inline constexpr std::string_view kAuditOutboxSchema =
    "CREATE TABLE audit_outbox (position {{serial}}, payload TEXT NOT NULL, refused INTEGER NOT NULL);\n"
    "CREATE INDEX audit_outbox_waiting ON audit_outbox (refused, position);\n";

class AuditOutbox {
 public:
  struct Waiting {
    int64_t position = 0;
    auth::v1::AuditEvent event;
  };

  // Both must outlive the outbox. The database's schema must include kAuditOutboxSchema.
  AuditOutbox(Database& database, const Clock& clock) : database_(database), clock_(clock) {}

  // Adds events in the transaction of the change they describe. May throw as SOCI does.
  void Add(Transaction& tx, const Caller& caller, AuditEntry entry);
  void Add(Transaction& tx, const Caller& caller, std::vector<AuditEntry> entries);

  // Returns an event in its stored form. This costs more than adding it: with thousands of events, prepare them before
  // the transaction, which blocks all other writers.
  std::string Prepare(const Caller& caller, AuditEntry entry) const;
  // Adds events returned by Prepare. May throw as SOCI does.
  void AddPrepared(Transaction& tx, const std::vector<std::string>& events);

  // Returns the oldest waiting events, in order.
  absl::StatusOr<std::vector<Waiting>> Read(int limit);
  // Removes these events, which auth has stored.
  absl::Status Taken(const std::vector<Waiting>& events);
  // Marks an event as permanently refused by auth. It is kept for inspection and no longer waits.
  absl::Status Refused(int64_t position);

  // Adds gauges of how many events wait and how many auth has refused.
  void Watch(Metrics& metrics);

  // Sets the function that is called after each commit that added events, on the committing thread. It must not block.
  // An empty function removes it.
  void Listen(std::function<void()> listener) ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    listener_ = std::move(listener);
  }

 private:
  Database& database_;
  const Clock& clock_;
  absl::Mutex mutex_;
  std::function<void()> listener_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy

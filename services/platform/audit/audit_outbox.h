// A service's events for the audit trail, kept in its own database from the transaction of what they tell until auth
// has taken them.
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
#include "services/platform/db/database.h"
#include "services/platform/rpc/caller.h"

namespace academy {

// Statements for a service's own migrations. `refused` is 1 for what auth will never take.
inline constexpr std::string_view kAuditOutboxSchema =
    "CREATE TABLE audit_outbox (position {{serial}}, payload TEXT NOT NULL, refused INTEGER NOT NULL);\n"
    "CREATE INDEX audit_outbox_waiting ON audit_outbox (refused, position);\n";

class AuditOutbox {
 public:
  struct Waiting {
    int64_t position = 0;
    auth::v1::AuditEvent event;
  };

  // Both must outlive the outbox; the database's schema holds kAuditOutboxSchema.
  AuditOutbox(Database& database, const Clock& clock) : database_(database), clock_(clock) {}

  // Adds events in the transaction of what they tell. May throw as SOCI does.
  void Add(Transaction& tx, const Caller& caller, AuditEntry entry);
  void Add(Transaction& tx, const Caller& caller, std::vector<AuditEntry> entries);

  // An event in the form in which it is kept. Making one takes longer than adding it: where there are thousands, they
  // are made before the transaction, in which everybody else waits.
  std::string Prepare(const Caller& caller, AuditEntry entry) const;
  // Adds what Prepare gave; likewise.
  void AddPrepared(Transaction& tx, const std::vector<std::string>& events);

  // The oldest events that wait, in their order.
  absl::StatusOr<std::vector<Waiting>> Read(int limit);
  // Auth has all that Read() gave up to this position.
  absl::Status Taken(int64_t position);
  // Auth refused this one for good: it stays, for people to look at, and no longer waits.
  absl::Status Refused(int64_t position);

  // Called after each commit that added events; must not block. An empty one ends that.
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

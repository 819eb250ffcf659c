#include "services/common/audit/audit_outbox.h"

#include <string>

#include "services/common/ids.h"
#include "services/common/status.h"

namespace academy {
void AuditOutbox::Add(Transaction& tx, const Caller& caller, AuditEntry entry) {
  std::vector<AuditEntry> entries;
  entries.push_back(std::move(entry));
  Add(tx, caller, std::move(entries));
}

void AuditOutbox::Add(Transaction& tx, const Caller& caller, std::vector<AuditEntry> entries) {
  if (entries.empty()) return;
  UnixMillis now = clock_.Now();
  std::string payload;
  soci::statement insert =
      (tx.sql().prepare << "INSERT INTO audit_outbox (payload, refused) VALUES (:payload, 0)", soci::use(payload));
  for (AuditEntry& entry : entries) {
    // Base64, since TEXT is the same on both engines and bytes are not.
    payload = Base64(MakeAuditEvent(caller, std::move(entry), now).SerializeAsString());
    insert.execute(/*withDataExchange=*/true);
  }
  tx.OnCommit([this] {
    absl::MutexLock lock(&mutex_);
    if (listener_) listener_();
  });
}

absl::StatusOr<std::vector<AuditOutbox::Waiting>> AuditOutbox::Read(int limit) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<Waiting>> {
    std::vector<Waiting> waiting;
    long long position = 0;
    std::string payload;
    soci::statement statement =
        (sql.prepare << "SELECT position, payload FROM audit_outbox WHERE refused = 0 ORDER BY position LIMIT :limit",
         soci::use(limit), soci::into(position), soci::into(payload));
    statement.execute();
    while (statement.fetch()) {
      Waiting& entry = waiting.emplace_back();
      entry.position = position;
      std::string raw;
      if (!Base64Decode(payload, raw) || !entry.event.ParseFromString(raw)) {
        return absl::DataLossError("an event for the audit trail cannot be read");
      }
    }
    return waiting;
  });
}

absl::Status AuditOutbox::Taken(int64_t position) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    long long last = position;
    tx.sql() << "DELETE FROM audit_outbox WHERE refused = 0 AND position <= :last", soci::use(last);
    return absl::OkStatus();
  });
}

absl::Status AuditOutbox::Refused(int64_t position) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    long long at = position;
    tx.sql() << "UPDATE audit_outbox SET refused = 1 WHERE position = :position", soci::use(at);
    return absl::OkStatus();
  });
}

}  // namespace academy

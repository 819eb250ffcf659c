#include "services/platform/audit/audit_outbox.h"

#include <string>

#include "services/platform/base/status.h"
#include "services/platform/db/rows.h"
#include "services/platform/encoding/base64.h"

namespace academy {
namespace {

struct InsertAuditEvent {
  explicit InsertAuditEvent(soci::session& sql)
      : statement(
            (sql.prepare << "INSERT INTO audit_outbox (payload, refused) VALUES (:payload, 0)", soci::use(payload))) {}

  std::string payload;
  soci::statement statement;
};

struct InsertAuditEvents {
  explicit InsertAuditEvents(soci::session& sql) : payloads(kRowsTogether), statement(sql) {
    for (std::string& payload : payloads) statement.exchange(soci::use(payload));
    statement.alloc();
    statement.prepare("INSERT INTO audit_outbox (payload, refused) VALUES " + RowsTogether("(:payload#, 0)"));
    statement.define_and_bind();
  }

  std::vector<std::string> payloads;
  soci::statement statement;
};

}  // namespace

void AuditOutbox::Add(Transaction& tx, const Caller& caller, AuditEntry entry) {
  std::vector<AuditEntry> entries;
  entries.push_back(std::move(entry));
  Add(tx, caller, std::move(entries));
}

void AuditOutbox::Add(Transaction& tx, const Caller& caller, std::vector<AuditEntry> entries) {
  std::vector<std::string> events;
  events.reserve(entries.size());
  for (AuditEntry& entry : entries) events.push_back(Prepare(caller, std::move(entry)));
  AddPrepared(tx, events);
}

std::string AuditOutbox::Prepare(const Caller& caller, AuditEntry entry) const {
  // Base64, since TEXT is the same on both engines and bytes are not.
  return Base64(MakeAuditEvent(caller, std::move(entry), clock_.Now()).SerializeAsString());
}

void AuditOutbox::AddPrepared(Transaction& tx, const std::vector<std::string>& events) {
  if (events.empty()) return;
  auto next = events.begin();
  while (events.end() - next >= static_cast<std::ptrdiff_t>(kRowsTogether)) {
    InsertAuditEvents& insert = Cached<InsertAuditEvents>(tx.sql());
    for (std::string& payload : insert.payloads) payload = *next++;
    insert.statement.execute(/*withDataExchange=*/true);
  }
  for (; next != events.end(); ++next) {
    InsertAuditEvent& insert = Cached<InsertAuditEvent>(tx.sql());
    insert.payload = *next;
    insert.statement.execute(/*withDataExchange=*/true);
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

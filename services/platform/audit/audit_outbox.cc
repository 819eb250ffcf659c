#include "services/platform/audit/audit_outbox.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "services/platform/base/status.h"
#include "services/platform/db/query.h"
#include "services/platform/db/row_list.h"
#include "services/platform/encoding/base64.h"

namespace academy {
namespace {

struct EventRow {
  int64_t position = 0;
  std::string payload;

  auto Columns() { return std::tie(position, payload); }
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
  // Base64, because TEXT works alike on both engines and binary columns do not.
  return Base64(MakeAuditEvent(caller, std::move(entry), clock_.Now()).SerializeAsString());
}

void AuditOutbox::AddPrepared(Transaction& tx, const std::vector<std::string>& events) {
  if (events.empty()) return;
  std::vector<std::tuple<std::string, int>> rows;
  rows.reserve(events.size());
  for (const std::string& event : events) rows.emplace_back(event, 0);
  ExecuteRows(tx.sql(), "INSERT INTO audit_outbox (payload, refused) {rows}", rows);
  tx.OnCommit([this] {
    absl::MutexLock lock(&mutex_);
    if (listener_) listener_();
  });
}

absl::StatusOr<std::vector<AuditOutbox::Waiting>> AuditOutbox::Read(int limit) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<Waiting>> {
    std::vector<EventRow> rows = Query<EventRow>(
        sql, "SELECT position, payload FROM audit_outbox WHERE refused = 0 ORDER BY position LIMIT :limit", limit);
    std::vector<Waiting> waiting;
    for (const EventRow& row : rows) {
      Waiting& entry = waiting.emplace_back();
      entry.position = row.position;
      std::string event;
      if (!Base64Decode(row.payload, event) || !entry.event.ParseFromString(event)) {
        return absl::DataLossError("an event for the audit trail cannot be read");
      }
    }
    return waiting;
  });
}

void AuditOutbox::Watch(Metrics& metrics) {
  for (int refused : {0, 1}) {
    auto count = [this, refused] {
      auto rows = database_.Read([&](soci::session& sql) -> absl::StatusOr<int64_t> {
        return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM audit_outbox WHERE refused = :refused", refused);
      });
      return static_cast<double>(rows.value_or(-1));
    };
    metrics.Gauge("academy_audit_outbox", "Audit events that are not in the trail", count,
                  {{"state", refused == 0 ? "waiting" : "refused"}});
  }
}

absl::Status AuditOutbox::Taken(const std::vector<Waiting>& events) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    // A position between theirs may be committed later, so only those between which there is none go together.
    for (auto begin = events.begin(); begin != events.end();) {
      auto end = std::adjacent_find(begin, events.end(), [](const Waiting& event, const Waiting& next) {
        return next.position != event.position + 1;
      });
      auto last = end == events.end() ? end - 1 : end;
      Execute(tx.sql(), "DELETE FROM audit_outbox WHERE refused = 0 AND position BETWEEN :first AND :last",
              begin->position, last->position);
      begin = last + 1;
    }
    return absl::OkStatus();
  });
}

absl::Status AuditOutbox::Refused(int64_t position) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    Execute(tx.sql(), "UPDATE audit_outbox SET refused = 1 WHERE position = :position", position);
    return absl::OkStatus();
  });
}

}  // namespace academy

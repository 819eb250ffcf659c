#include "services/auth/audit/audit_waiting.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

#include "services/platform/db/query.h"
#include "services/platform/db/row_list.h"

namespace academy::auth {
namespace {

using Json = nlohmann::json;

Json ToJson(const AuditParty& party) { return {party.kind, party.id, party.name}; }

AuditParty ToParty(const Json& json) { return {.kind = json.at(0), .id = json.at(1), .name = json.at(2)}; }

std::string ToText(const AuditRecord& event) {
  return Json{{"at", event.at},
              {"actor", ToJson(event.actor)},
              {"action", event.action},
              {"subject", ToJson(event.subject)},
              {"peer", event.remote_address},
              {"device", event.device},
              {"request", event.request_id},
              {"details", event.details}}
      .dump();
}

struct WaitingRow {
  int64_t number = 0;
  std::string id;
  std::string event;
  int chained = 0;

  auto Columns() { return std::tie(number, id, event, chained); }
};

AuditRecord ToRecord(const WaitingRow& row) {
  Json json = Json::parse(row.event);
  return {.id = row.id,
          .at = json.at("at"),
          .actor = ToParty(json.at("actor")),
          .action = json.at("action"),
          .subject = ToParty(json.at("subject")),
          .remote_address = json.at("peer"),
          .device = json.at("device"),
          .request_id = json.at("request"),
          .details = json.at("details"),
          .hash = {}};
}

}  // namespace

void AddWaiting(soci::session& sql, const std::vector<AuditRecord>& events) {
  std::vector<std::tuple<std::string, std::string>> rows;
  rows.reserve(events.size());
  for (const AuditRecord& event : events) rows.emplace_back(event.id, ToText(event));
  ExecuteRows(sql, "INSERT INTO audit_waiting (id, event) {rows} ON CONFLICT (id) DO NOTHING", rows);
}

bool AnyWaiting(soci::session& sql) {
  return QueryOne<int64_t>(sql, "SELECT number FROM audit_waiting LIMIT 1").has_value();
}

std::vector<AuditRecord> TakeWaiting(soci::session& sql, int limit) {
  std::vector<WaitingRow> rows =
      Query<WaitingRow>(sql,
                        "DELETE FROM audit_waiting WHERE number IN"
                        " (SELECT number FROM audit_waiting ORDER BY number LIMIT :limit) RETURNING number, id, event,"
                        " CASE WHEN EXISTS (SELECT 1 FROM audit_events e WHERE e.id = audit_waiting.id) THEN 1 ELSE 0"
                        " END",
                        limit);
  std::sort(rows.begin(), rows.end(), [](const WaitingRow& a, const WaitingRow& b) { return a.number < b.number; });
  std::vector<AuditRecord> events;
  events.reserve(rows.size());
  for (const WaitingRow& row : rows) {
    if (row.chained == 0) events.push_back(ToRecord(row));
  }
  return events;
}

}  // namespace academy::auth

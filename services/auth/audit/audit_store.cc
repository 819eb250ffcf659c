#include "services/auth/audit/audit_store.h"

#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "services/contracts/audit_details.h"
#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"

namespace academy::auth {
namespace {

#define ACADEMY_AUDIT_COLUMNS                                                                               \
  "e.id, e.position, e.at, e.actor_kind, e.actor_id, e.actor_name, e.action, e.subject_kind, e.subject_id," \
  " e.subject_name, e.peer, e.device, e.request_id, e.details, e.hash"

std::string WriteDetails(const std::map<std::string, std::string>& details) { return nlohmann::json(details).dump(); }

// Details tampered with must not stop a reader; they show as a broken hash.
std::map<std::string, std::string> ReadDetails(const std::string& text) {
  nlohmann::json json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  std::map<std::string, std::string> details;
  if (!json.is_object()) return details;
  for (const auto& [key, value] : json.items()) details[key] = value.is_string() ? value.get<std::string>() : "?";
  return details;
}

struct AuditRow {
  AuditRecord record;
  std::string details;

  auto Columns() {
    return std::tie(record.id, record.position, record.at, record.actor.kind, record.actor.id, record.actor.name,
                    record.action, record.subject.kind, record.subject.id, record.subject.name, record.remote_address,
                    record.device, record.request_id, details, record.hash);
  }
  AuditRecord ToRecord() const {
    AuditRecord event = record;
    event.details = ReadDetails(details);
    return event;
  }
};

struct HeadRow {
  AuditHead head;

  auto Columns() { return std::tie(head.position, head.hash, head.seal); }
  AuditHead ToRecord() const { return head; }
};

// Ids of everything that an event can be found by.
std::set<std::string> MentionsOf(const AuditRecord& event) {
  std::set<std::string> ids = {event.subject.id};
  for (const char* key : {kAuditLearnerId, kAuditCourseId}) {
    if (auto found = event.details.find(key); found != event.details.end()) ids.insert(found->second);
  }
  ids.erase("");
  return ids;
}

void InsertAuditEvent(soci::session& sql, const AuditRecord& event) {
  Execute(sql,
          "INSERT INTO audit_events (id, position, at, actor_kind, actor_id, actor_name, action, action_group,"
          " subject_kind, subject_id, subject_name, peer, device, request_id, details, hash)"
          " VALUES (:id, :position, :at, :actor_kind, :actor_id, :actor_name, :action, :action_group,"
          " :subject_kind, :subject_id, :subject_name, :peer, :device, :request_id, :details, :hash)",
          event.id, event.position, event.at, event.actor.kind, event.actor.id, event.actor.name, event.action,
          event.action.substr(0, event.action.find('.')), event.subject.kind, event.subject.id, event.subject.name,
          event.remote_address, event.device, event.request_id, WriteDetails(event.details), event.hash);
}

}  // namespace

AuditHead LoadAuditHead(soci::session& sql) {
  return QueryOne<HeadRow>(sql, "SELECT position, hash, seal FROM audit_head WHERE id = 1").value_or(AuditHead{});
}

AuditHead LockAuditHead(soci::session& sql) {
  return QueryOne<HeadRow>(sql, "SELECT position, hash, seal FROM audit_head WHERE id = 1 FOR UPDATE")
      .value_or(AuditHead{});
}

void StoreAuditHead(soci::session& sql, const AuditHead& head) {
  Execute(sql, "UPDATE audit_head SET position = :position, hash = :hash, seal = :seal WHERE id = 1", head.position,
          head.hash, head.seal);
}

void InsertAuditEvents(soci::session& sql, const std::vector<AuditRecord>& events) {
  for (const AuditRecord& event : events) {
    InsertAuditEvent(sql, event);
    for (const std::string& id : MentionsOf(event)) {
      Execute(sql, "INSERT INTO audit_mentions (id, at, position) VALUES (:id, :at, :position) ON CONFLICT DO NOTHING",
              id, event.at, event.position);
    }
  }
}

bool HasAuditEvent(soci::session& sql, const std::string& id) {
  return QueryValue<int>(sql, "SELECT COUNT(*) FROM audit_events WHERE id = :id", id) > 0;
}

std::vector<AuditRecord> QueryAuditEvents(soci::session& sql, const AuditQuery& query) {
  // Each filter has an index in list order, so the cost of a page does not depend on the trail's length.
  std::string order = query.subject_id.has_value() ? "m" : "e";
  QueryBuilder select("SELECT " ACADEMY_AUDIT_COLUMNS " FROM ");
  if (query.subject_id.has_value()) {
    select.Add("audit_mentions m JOIN audit_events e ON e.position = m.position AND m.id = :subject",
               *query.subject_id);
  } else {
    select.Add("audit_events e");
  }
  select.Add(" WHERE " + order + ".at >= :from AND " + order + ".at <= :to", query.from, query.to);
  if (query.actor_id.has_value()) select.Add(" AND e.actor_id = :actor", *query.actor_id);
  if (query.action.has_value()) select.Add(" AND e.action = :action", *query.action);
  if (query.action_group.has_value()) select.Add(" AND e.action_group = :action_group", *query.action_group);
  if (query.before.has_value()) {
    select.Add(" AND (" + order + ".at, " + order + ".position) < (:place_at, :place_position)", query.before->at,
               query.before->position);
  }
  select.Add(" ORDER BY " + order + ".at DESC, " + order + ".position DESC LIMIT :limit", query.limit);
  return select.Run<AuditRow>(sql);
}

std::vector<AuditRecord> ReadAuditChain(soci::session& sql, int64_t after, int limit) {
  return Query<AuditRow>(sql,
                         "SELECT " ACADEMY_AUDIT_COLUMNS
                         " FROM audit_events e WHERE e.position > :after ORDER BY e.position LIMIT :limit",
                         after, limit);
}

}  // namespace academy::auth

#include "services/auth/audit/audit_store.h"

#include <nlohmann/json.hpp>
#include <set>

#include "services/platform/db/database.h"

namespace academy::auth {
namespace {

constexpr char kColumns[] =
    "e.id, e.position, e.at, e.actor_kind, e.actor_id, e.actor_name, e.action, e.subject_kind, e.subject_id, "
    "e.subject_name, e.peer, e.device, e.request_id, e.details, e.hash";

std::string WriteDetails(const std::map<std::string, std::string>& details) { return nlohmann::json(details).dump(); }

// What a stranger wrote there must not stop a reader: it shows as a broken hash.
std::map<std::string, std::string> ReadDetails(const std::string& text) {
  nlohmann::json json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  std::map<std::string, std::string> details;
  if (!json.is_object()) return details;
  for (const auto& [key, value] : json.items()) details[key] = value.is_string() ? value.get<std::string>() : "?";
  return details;
}

std::vector<AuditRecord> Run(soci::session& sql, const std::string& text,
                             const std::function<void(soci::statement&)>& bind) {
  AuditRecord row;
  std::string details;
  soci::statement statement(sql);
  bind(statement);
  statement.exchange(soci::into(row.id));
  statement.exchange(soci::into(row.position));
  statement.exchange(soci::into(row.at));
  for (std::string* text_column :
       {&row.actor.kind, &row.actor.id, &row.actor.name, &row.action, &row.subject.kind, &row.subject.id,
        &row.subject.name, &row.remote_address, &row.device, &row.request_id, &details, &row.hash}) {
    statement.exchange(soci::into(*text_column));
  }
  statement.alloc();
  statement.prepare(text);
  statement.define_and_bind();
  statement.execute();
  std::vector<AuditRecord> events;
  while (statement.fetch()) {
    row.details = ReadDetails(details);
    events.push_back(row);
  }
  return events;
}

// Written with nearly every change, each prepared once on a connection (see Kept).
struct InsertAuditRow {
  explicit InsertAuditRow(soci::session& sql)
      : statement(
            (sql.prepare
                 << "INSERT INTO audit_events (id, position, at, actor_kind, actor_id, actor_name, action, "
                    "action_group, subject_kind, subject_id, subject_name, peer, device, request_id, details, hash) "
                    "VALUES (:id, :position, :at, :actor_kind, :actor_id, :actor_name, :action, :action_group, "
                    ":subject_kind, :subject_id, :subject_name, :peer, :device, :request_id, :details, :hash)",
             soci::use(row.id), soci::use(row.position), soci::use(row.at), soci::use(row.actor.kind),
             soci::use(row.actor.id), soci::use(row.actor.name), soci::use(row.action), soci::use(group),
             soci::use(row.subject.kind), soci::use(row.subject.id), soci::use(row.subject.name),
             soci::use(row.remote_address), soci::use(row.device), soci::use(row.request_id), soci::use(details),
             soci::use(row.hash))) {}

  AuditRecord row;
  std::string group;
  std::string details;
  soci::statement statement;
};

struct InsertMention {
  explicit InsertMention(soci::session& sql)
      : statement((sql.prepare << "INSERT INTO audit_mentions (id, at, position) VALUES (:id, :at, :position) "
                                  "ON CONFLICT DO NOTHING",
                   soci::use(id), soci::use(at), soci::use(position))) {}

  std::string id;
  int64_t at = 0;
  int64_t position = 0;
  soci::statement statement;
};

struct FindAuditEvent {
  explicit FindAuditEvent(soci::session& sql)
      : statement(
            (sql.prepare << "SELECT COUNT(*) FROM audit_events WHERE id = :id", soci::use(id), soci::into(count))) {}

  std::string id;
  int count = 0;
  soci::statement statement;
};

// Everybody and everything that an event can be found by.
std::set<std::string> MentionsOf(const AuditRecord& event) {
  std::set<std::string> ids = {event.subject.id};
  for (const char* key : {kAuditLearnerId, kAuditCourseId}) {
    if (auto found = event.details.find(key); found != event.details.end()) ids.insert(found->second);
  }
  ids.erase("");
  return ids;
}

}  // namespace

AuditHead LoadAuditHead(soci::session& sql) {
  AuditHead head;
  sql << "SELECT position, hash, seal FROM audit_head WHERE id = 1", soci::into(head.position), soci::into(head.hash),
      soci::into(head.seal);
  return head;
}

void StoreAuditHead(soci::session& sql, const AuditHead& head) {
  sql << "UPDATE audit_head SET position = :position, hash = :hash, seal = :seal WHERE id = 1",
      soci::use(head.position), soci::use(head.hash), soci::use(head.seal);
}

void InsertAuditEvents(soci::session& sql, const std::vector<AuditRecord>& events) {
  InsertAuditRow& insert = Cached<InsertAuditRow>(sql);
  InsertMention& mention = Cached<InsertMention>(sql);
  for (const AuditRecord& event : events) {
    insert.row = event;
    insert.group = event.action.substr(0, event.action.find('.'));
    insert.details = WriteDetails(event.details);
    insert.statement.execute(true);
    mention.at = event.at;
    mention.position = event.position;
    for (const std::string& id : MentionsOf(event)) {
      mention.id = id;
      mention.statement.execute(true);
    }
  }
}

bool HasAuditEvent(soci::session& sql, const std::string& id) {
  FindAuditEvent& find = Cached<FindAuditEvent>(sql);
  find.id = id;
  find.statement.execute();
  bool found = false;
  while (find.statement.fetch()) found = find.count > 0;
  return found;
}

std::vector<AuditRecord> QueryAuditEvents(soci::session& sql, const AuditQuery& query) {
  // Each filter has an index in the order of the list, so that a page costs a page, however long the trail is.
  std::string order = query.subject_id.has_value() ? "m" : "e";
  std::string text = std::string("SELECT ") + kColumns + " FROM audit_events e ";
  if (query.subject_id.has_value()) {
    text = std::string("SELECT ") + kColumns +
           " FROM audit_mentions m JOIN audit_events e ON e.position = m.position AND m.id = :subject ";
  }
  text += "WHERE " + order + ".at >= :from AND " + order + ".at <= :to ";
  if (query.actor_id.has_value()) text += "AND e.actor_id = :actor ";
  if (query.action.has_value()) text += "AND e.action = :action ";
  if (query.action_group.has_value()) text += "AND e.action_group = :action_group ";
  if (query.before.has_value())
    text += "AND (" + order + ".at, " + order + ".position) < (:place_at, :place_position) ";
  text += "ORDER BY " + order + ".at DESC, " + order + ".position DESC LIMIT :limit";
  return Run(sql, text, [&](soci::statement& statement) {
    if (query.subject_id.has_value()) statement.exchange(soci::use(*query.subject_id));
    statement.exchange(soci::use(query.from));
    statement.exchange(soci::use(query.to));
    if (query.actor_id.has_value()) statement.exchange(soci::use(*query.actor_id));
    if (query.action.has_value()) statement.exchange(soci::use(*query.action));
    if (query.action_group.has_value()) statement.exchange(soci::use(*query.action_group));
    if (query.before.has_value()) {
      statement.exchange(soci::use(query.before->at));
      statement.exchange(soci::use(query.before->position));
    }
    statement.exchange(soci::use(query.limit));
  });
}

std::vector<AuditRecord> ReadAuditChain(soci::session& sql, int64_t after, int limit) {
  return Run(sql,
             std::string("SELECT ") + kColumns +
                 " FROM audit_events e WHERE e.position > :after ORDER BY e.position LIMIT :limit",
             [&](soci::statement& statement) {
               statement.exchange(soci::use(after));
               statement.exchange(soci::use(limit));
             });
}

}  // namespace academy::auth

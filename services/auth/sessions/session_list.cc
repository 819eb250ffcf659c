#include "services/auth/sessions/session_list.h"

#include <optional>

#include "services/auth/errors.h"

namespace academy::auth {
namespace {

constexpr int kEndedShown = 50;

v1::PersonSession ToProto(const SessionRecord& session, const std::optional<SessionEnd>& end,
                          const std::string& current, UnixMillis now) {
  v1::PersonSession proto;
  proto.set_id(session.id);
  proto.set_created_at(FormatTime(session.created_at));
  if (session.ended_at > 0) {
    proto.set_ended_at(FormatTime(session.ended_at));
    proto.set_reason(session.reason);
  } else if (end.has_value() && end->at <= now) {
    proto.set_ended_at(FormatTime(end->at));
    proto.set_reason(end->reason);
  } else {
    proto.set_recent_until(FormatTime(session.recent_until));
  }
  proto.set_remote_address(session.remote_address);
  proto.set_device(session.device);
  proto.set_current(session.id == current);
  return proto;
}

}  // namespace

void ListSessionsOf(soci::session& sql, const SessionManager& sessions, const Person& person,
                    const std::string& current, UnixMillis now,
                    google::protobuf::RepeatedPtrField<v1::PersonSession>& list) {
  for (const SessionRecord& session : ListSessions(sql, person.kind, person.id, kEndedShown)) {
    *list.Add() = ToProto(session, sessions.EndOf(session), current, now);
  }
}

absl::StatusOr<int64_t> EndSessionOf(Transaction& tx, SessionManager& sessions, const Person& person,
                                     const std::string& session_id) {
  std::optional<SessionRecord> session = FindSession(tx.sql(), session_id);
  if (!session.has_value() || session->kind != person.kind || session->person_id != person.id) {
    return error::SessionNotFound();
  }
  return sessions.End(tx, session_id, session_reason::kLogout);
}

}  // namespace academy::auth

#include "services/auth/sessions/session_store.h"

#include <algorithm>
#include <tuple>

#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

#define ACADEMY_SESSION_COLUMNS \
  "id, token_hash, kind, user_id, created_at, expires_at, ended_at, reason, peer, device, last_used_at, recent_until"

// Append a condition.
#define ACADEMY_END_SESSIONS "UPDATE sessions SET ended_at = :now, reason = :reason WHERE ended_at = 0 AND "

struct SessionRow {
  SessionRecord record;
  int kind = 0;

  auto Columns() {
    return std::tie(record.id, record.token_hash, kind, record.person_id, record.created_at, record.expires_at,
                    record.ended_at, record.reason, record.remote_address, record.device, record.last_used_at,
                    record.recent_until);
  }
  SessionRecord ToRecord() const {
    SessionRecord session = record;
    session.kind = static_cast<PersonKind>(kind);
    return session;
  }
};

}  // namespace

void InsertSession(soci::session& sql, const SessionRecord& session) {
  Execute(sql,
          "INSERT INTO sessions (" ACADEMY_SESSION_COLUMNS
          ") VALUES (:id, :token_hash, :kind, :user_id, :created_at, :expires_at, :ended_at, :reason, :peer, :device, "
          ":last_used_at, :recent_until)",
          session.id, session.token_hash, static_cast<int>(session.kind), session.person_id, session.created_at,
          session.expires_at, session.ended_at, session.reason, session.remote_address, session.device,
          session.last_used_at, session.recent_until);
}

std::optional<SessionRecord> FindSession(soci::session& sql, const std::string& id) {
  return QueryOne<SessionRow>(sql, "SELECT " ACADEMY_SESSION_COLUMNS " FROM sessions WHERE id = :id", id);
}

std::optional<SessionRecord> FindSessionByToken(soci::session& sql, const std::string& token_hash) {
  return QueryOne<SessionRow>(sql, "SELECT " ACADEMY_SESSION_COLUMNS " FROM sessions WHERE token_hash = :hash",
                              token_hash);
}

std::optional<SessionRecord> FindSuccessor(soci::session& sql, const SessionRecord& ended) {
  if (ended.ended_at == 0) return std::nullopt;
  return QueryOne<SessionRow>(sql,
                              "SELECT " ACADEMY_SESSION_COLUMNS
                              " FROM sessions WHERE user_id = :user AND kind = :kind AND id <> :id"
                              " AND created_at >= :ended ORDER BY created_at, id LIMIT 1",
                              ended.person_id, static_cast<int>(ended.kind), ended.id, ended.ended_at);
}

std::vector<SessionRecord> EndSession(soci::session& sql, const std::string& id, const std::string& reason,
                                      UnixMillis now) {
  return Query<SessionRow>(sql, ACADEMY_END_SESSIONS "id = :id RETURNING " ACADEMY_SESSION_COLUMNS, now, reason, id);
}

std::vector<SessionRecord> EndSessionsOf(soci::session& sql, PersonKind kind, const std::string& person_id,
                                         const std::string& except, const std::string& reason, UnixMillis now) {
  return Query<SessionRow>(
      sql, ACADEMY_END_SESSIONS "user_id = :user AND kind = :kind AND id <> :except RETURNING " ACADEMY_SESSION_COLUMNS,
      now, reason, person_id, static_cast<int>(kind), except);
}

void EndAllSessions(soci::session& sql, const std::string& reason, UnixMillis now) {
  Execute(sql, "UPDATE sessions SET ended_at = :now, reason = :reason WHERE ended_at = 0", now, reason);
}

std::vector<SessionRecord> EndExpiredSessions(soci::session& sql, UnixMillis now) {
  return Query<SessionRow>(
      sql, ACADEMY_END_SESSIONS "expires_at > 0 AND expires_at <= :limit RETURNING " ACADEMY_SESSION_COLUMNS, now,
      session_reason::kExpired, now);
}

std::vector<SessionRecord> EndLearnerSessionsOpenedBy(soci::session& sql, UnixMillis time, int most, UnixMillis now) {
  return Query<SessionRow>(sql,
                           "UPDATE sessions SET ended_at = :now, reason = :reason WHERE id IN"
                           " (SELECT id FROM sessions WHERE kind = 2 AND ended_at = 0 AND created_at <= :time"
                           " ORDER BY created_at LIMIT :most) RETURNING " ACADEMY_SESSION_COLUMNS,
                           now, session_reason::kExpired, time, most);
}

std::vector<SessionRecord> EndLearnerSessionsUnusedSince(soci::session& sql, UnixMillis time, int most,
                                                         UnixMillis now) {
  return Query<SessionRow>(sql,
                           "UPDATE sessions SET ended_at = :now, reason = :reason WHERE id IN"
                           " (SELECT id FROM sessions WHERE kind = 2 AND ended_at = 0 AND last_used_at > 0"
                           " AND last_used_at <= :time ORDER BY last_used_at LIMIT :most)"
                           " RETURNING " ACADEMY_SESSION_COLUMNS,
                           now, session_reason::kIdle, time, most);
}

void RecordSessionUse(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql, "UPDATE sessions SET last_used_at = :now WHERE id = :id AND ended_at = 0 AND last_used_at < :same_now",
          now, id, now);
}

bool SetRecentUntil(soci::session& sql, const std::string& id, UnixMillis time) {
  return Execute(sql, "UPDATE sessions SET recent_until = :time WHERE id = :id AND ended_at = 0", time, id) > 0;
}

std::vector<SessionRecord> ListSessions(soci::session& sql, PersonKind kind, const std::string& person_id, int ended) {
  std::vector<SessionRecord> sessions = Query<SessionRow>(
      sql, "SELECT " ACADEMY_SESSION_COLUMNS " FROM sessions WHERE user_id = :user AND kind = :kind AND ended_at = 0",
      person_id, static_cast<int>(kind));
  std::vector<SessionRecord> before =
      Query<SessionRow>(sql,
                        "SELECT " ACADEMY_SESSION_COLUMNS
                        " FROM sessions WHERE user_id = :user AND kind = :kind AND ended_at > 0"
                        " ORDER BY ended_at DESC, id DESC LIMIT :limit",
                        person_id, static_cast<int>(kind), ended);
  sessions.insert(sessions.end(), before.begin(), before.end());
  std::sort(sessions.begin(), sessions.end(), [](const SessionRecord& a, const SessionRecord& b) {
    return std::tie(a.created_at, a.id) > std::tie(b.created_at, b.id);
  });
  return sessions;
}

void ForgetEndedSessionsOf(soci::session& sql, PersonKind kind, const std::string& person_id, int keep,
                           UnixMillis time) {
  int kind_number = static_cast<int>(kind);
  Execute(sql,
          "DELETE FROM sessions WHERE user_id = :user AND kind = :kind AND ended_at > 0 AND ended_at < :time"
          " AND id NOT IN (SELECT id FROM sessions WHERE user_id = :same_user AND kind = :same_kind AND ended_at > 0"
          " ORDER BY ended_at DESC, id DESC LIMIT :keep)",
          person_id, kind_number, time, person_id, kind_number, keep);
}

void ForgetRemovedSessionsBefore(soci::session& sql, UnixMillis time) {
  Execute(sql, "DELETE FROM sessions WHERE reason = 'removed' AND ended_at < :time", time);
}

}  // namespace academy::auth

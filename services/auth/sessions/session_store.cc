#include "services/auth/sessions/session_store.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "services/platform/db/database.h"

namespace academy::auth {
namespace {

constexpr char kColumns[] = "id, token_hash, kind, user_id, created_at, expires_at, ended_at, reason, peer, device";

// One row, column by column of kColumns, and where SOCI puts it.
struct Row {
  void Define(soci::statement& statement) {
    statement.exchange(soci::into(session.id));
    statement.exchange(soci::into(session.token_hash));
    statement.exchange(soci::into(kind));
    statement.exchange(soci::into(session.person_id));
    statement.exchange(soci::into(session.created_at));
    statement.exchange(soci::into(session.expires_at));
    statement.exchange(soci::into(session.ended_at));
    statement.exchange(soci::into(session.reason));
    statement.exchange(soci::into(session.remote_address));
    statement.exchange(soci::into(session.device));
  }
  std::vector<SessionRecord> FetchAll(soci::statement& statement) {
    std::vector<SessionRecord> sessions;
    statement.execute();
    while (statement.fetch()) {
      session.kind = static_cast<PersonKind>(kind);
      sessions.push_back(session);
    }
    return sessions;
  }

  SessionRecord session;
  int kind = 0;
};

// Runs `text`, whose rows are kColumns, with the parameters that `bind` gives it.
std::vector<SessionRecord> Run(soci::session& sql, const std::string& text,
                               const std::function<void(soci::statement&)>& bind) {
  Row row;
  soci::statement statement(sql);
  bind(statement);
  row.Define(statement);
  statement.alloc();
  statement.prepare(text);
  statement.define_and_bind();
  return row.FetchAll(statement);
}

std::optional<SessionRecord> FindBy(soci::session& sql, const char* column, const std::string& value) {
  std::vector<SessionRecord> found =
      Run(sql, std::string("SELECT ") + kColumns + " FROM sessions WHERE " + column + " = :value",
          [&](soci::statement& statement) { statement.exchange(soci::use(value)); });
  if (found.empty()) return std::nullopt;
  return found.front();
}

// Ends what `condition` selects among the live ones.
std::string EndText(const std::string& condition) {
  return "UPDATE sessions SET ended_at = :now, reason = :reason WHERE ended_at = 0 AND " + condition + " RETURNING " +
         kColumns;
}

std::vector<SessionRecord> End(soci::session& sql, const std::string& condition, const std::string& reason,
                               UnixMillis now, const std::function<void(soci::statement&)>& bind) {
  return Run(sql, EndText(condition), [&](soci::statement& statement) {
    statement.exchange(soci::use(now));
    statement.exchange(soci::use(reason));
    bind(statement);
  });
}

// Prepared once on a connection (see Kept): many may be signed out together.
struct EndSessionsOfPerson {
  explicit EndSessionsOfPerson(soci::session& sql) : statement(sql) {
    statement.exchange(soci::use(now));
    statement.exchange(soci::use(reason));
    statement.exchange(soci::use(person_id));
    statement.exchange(soci::use(kind));
    statement.exchange(soci::use(except));
    row.Define(statement);
    statement.alloc();
    statement.prepare(EndText("user_id = :user AND kind = :kind AND id <> :except"));
    statement.define_and_bind();
  }

  UnixMillis now = 0;
  std::string reason;
  std::string person_id;
  int kind = 0;
  std::string except;
  Row row;
  soci::statement statement;
};

}  // namespace

void InsertSession(soci::session& sql, const SessionRecord& session) {
  int kind = static_cast<int>(session.kind);
  sql << "INSERT INTO sessions (" << kColumns
      << ") VALUES (:id, :token_hash, :kind, :user_id, :created_at, :expires_at, :ended_at, :reason, :peer, :device)",
      soci::use(session.id), soci::use(session.token_hash), soci::use(kind), soci::use(session.person_id),
      soci::use(session.created_at), soci::use(session.expires_at), soci::use(session.ended_at),
      soci::use(session.reason), soci::use(session.remote_address), soci::use(session.device);
}

std::optional<SessionRecord> FindSession(soci::session& sql, const std::string& id) { return FindBy(sql, "id", id); }

std::optional<SessionRecord> FindSessionByToken(soci::session& sql, const std::string& token_hash) {
  return FindBy(sql, "token_hash", token_hash);
}

std::optional<SessionRecord> FindSuccessor(soci::session& sql, const SessionRecord& ended) {
  if (ended.ended_at == 0) return std::nullopt;
  int kind_number = static_cast<int>(ended.kind);
  std::vector<SessionRecord> next = Run(sql,
                                        std::string("SELECT ") + kColumns +
                                            " FROM sessions WHERE user_id = :user AND kind = :kind AND id <> :id "
                                            "AND created_at >= :ended ORDER BY created_at, id LIMIT 1",
                                        [&](soci::statement& statement) {
                                          statement.exchange(soci::use(ended.person_id));
                                          statement.exchange(soci::use(kind_number));
                                          statement.exchange(soci::use(ended.id));
                                          statement.exchange(soci::use(ended.ended_at));
                                        });
  if (next.empty()) return std::nullopt;
  return next.front();
}

std::vector<SessionRecord> EndSession(soci::session& sql, const std::string& id, const std::string& reason,
                                      UnixMillis now) {
  return End(sql, "id = :id", reason, now, [&](soci::statement& statement) { statement.exchange(soci::use(id)); });
}

std::vector<SessionRecord> EndSessionsOf(soci::session& sql, PersonKind kind, const std::string& person_id,
                                         const std::string& except, const std::string& reason, UnixMillis now) {
  EndSessionsOfPerson& end = Cached<EndSessionsOfPerson>(sql);
  end.now = now;
  end.reason = reason;
  end.person_id = person_id;
  end.kind = static_cast<int>(kind);
  end.except = except;
  return end.row.FetchAll(end.statement);
}

std::vector<SessionRecord> EndExpiredSessions(soci::session& sql, UnixMillis now) {
  return End(sql, "expires_at > 0 AND expires_at <= :limit", session_reason::kExpired, now,
             [&](soci::statement& statement) { statement.exchange(soci::use(now)); });
}

std::vector<SessionRecord> ListSessions(soci::session& sql, PersonKind kind, const std::string& person_id, int ended) {
  int kind_number = static_cast<int>(kind);
  auto select = std::string("SELECT ") + kColumns + " FROM sessions WHERE user_id = :user AND kind = :kind AND ";
  std::vector<SessionRecord> sessions = Run(sql, select + "ended_at = 0", [&](soci::statement& statement) {
    statement.exchange(soci::use(person_id));
    statement.exchange(soci::use(kind_number));
  });
  std::vector<SessionRecord> before =
      Run(sql, select + "ended_at > 0 ORDER BY ended_at DESC, id DESC LIMIT :limit", [&](soci::statement& statement) {
        statement.exchange(soci::use(person_id));
        statement.exchange(soci::use(kind_number));
        statement.exchange(soci::use(ended));
      });
  sessions.insert(sessions.end(), before.begin(), before.end());
  std::sort(sessions.begin(), sessions.end(), [](const SessionRecord& a, const SessionRecord& b) {
    return std::tie(a.created_at, a.id) > std::tie(b.created_at, b.id);
  });
  return sessions;
}

void ForgetEndedSessionsOf(soci::session& sql, PersonKind kind, const std::string& person_id, int keep,
                           UnixMillis time) {
  int kind_number = static_cast<int>(kind);
  sql << "DELETE FROM sessions WHERE user_id = :user AND kind = :kind AND ended_at > 0 AND ended_at < :time "
         "AND id NOT IN (SELECT id FROM sessions WHERE user_id = :same_user AND kind = :same_kind AND ended_at > 0 "
         "ORDER BY ended_at DESC, id DESC LIMIT :keep)",
      soci::use(person_id), soci::use(kind_number), soci::use(time), soci::use(person_id), soci::use(kind_number),
      soci::use(keep);
}

void ForgetRemovedSessionsBefore(soci::session& sql, UnixMillis time) {
  sql << "DELETE FROM sessions WHERE reason = 'removed' AND ended_at < :time", soci::use(time);
}

}  // namespace academy::auth

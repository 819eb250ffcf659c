#include "services/auth/sign_in/token_store.h"

#include <tuple>

#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

#define ACADEMY_RECOVERY_COLUMNS \
  "handle_hash, learner_id, code_hash, created_at, expires_at, tries, verified_at, used_at, requester"

struct RecoveryRow {
  RecoveryRecord record;

  auto Columns() {
    return std::tie(record.handle_hash, record.learner_id, record.code_hash, record.created_at, record.expires_at,
                    record.tries, record.verified_at, record.used_at, record.requester);
  }
  RecoveryRecord ToRecord() const { return record; }
};

}  // namespace

void InsertActivationToken(soci::session& sql, const std::string& token_hash, const std::string& learner_id,
                           UnixMillis now, UnixMillis expires_at) {
  Execute(sql,
          "INSERT INTO activation_tokens (token_hash, learner_id, created_at, expires_at)"
          " VALUES (:hash, :learner, :now, :expires)",
          token_hash, learner_id, now, expires_at);
}

bool IsActivationToken(soci::session& sql, const std::string& token_hash, const std::string& learner_id,
                       UnixMillis now) {
  return QueryValue<int>(sql,
                         "SELECT COUNT(*) FROM activation_tokens WHERE token_hash = :hash AND learner_id = :learner"
                         " AND expires_at > :now",
                         token_hash, learner_id, now) > 0;
}

UnixMillis ActivationTokenMadeAt(soci::session& sql, const std::string& learner_id, int newer) {
  return QueryOne<UnixMillis>(sql,
                              "SELECT created_at FROM activation_tokens WHERE learner_id = :learner"
                              " ORDER BY created_at DESC LIMIT 1 OFFSET :newer",
                              learner_id, newer)
      .value_or(0);
}

void EndActivationTokens(soci::session& sql, const std::string& learner_id, UnixMillis now) {
  Execute(sql, "UPDATE activation_tokens SET expires_at = :now WHERE learner_id = :learner AND expires_at > :still",
          now, learner_id, now);
}

void InsertRecovery(soci::session& sql, const RecoveryRecord& recovery) {
  Execute(sql,
          "INSERT INTO recoveries (" ACADEMY_RECOVERY_COLUMNS
          ") VALUES (:handle, :learner, :code, :created, :expires, :tries, :verified, :used, :requester)",
          recovery.handle_hash, recovery.learner_id, recovery.code_hash, recovery.created_at, recovery.expires_at,
          recovery.tries, recovery.verified_at, recovery.used_at, recovery.requester);
}

std::optional<RecoveryRecord> FindRecovery(soci::session& sql, const std::string& handle_hash) {
  return QueryOne<RecoveryRow>(sql, "SELECT " ACADEMY_RECOVERY_COLUMNS " FROM recoveries WHERE handle_hash = :handle",
                               handle_hash);
}

std::optional<RecoveryRecord> FindLatestRecovery(soci::session& sql, const std::string& learner_id,
                                                 const std::string& requester) {
  return QueryOne<RecoveryRow>(sql,
                               "SELECT " ACADEMY_RECOVERY_COLUMNS
                               " FROM recoveries WHERE learner_id = :learner AND requester = :requester"
                               " ORDER BY created_at DESC LIMIT 1",
                               learner_id, requester);
}

int64_t CountRecoveries(soci::session& sql, const std::string& learner_id, UnixMillis since) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM recoveries WHERE learner_id = :learner AND created_at > :since",
                             learner_id, since);
}

int64_t CountRecoveriesOf(soci::session& sql, const std::string& learner_id, const std::string& requester,
                          UnixMillis since) {
  return QueryValue<int64_t>(sql,
                             "SELECT COUNT(*) FROM recoveries WHERE learner_id = :learner AND requester = :requester"
                             " AND created_at > :since",
                             learner_id, requester, since);
}

void CountRecoveryTry(soci::session& sql, const std::string& handle_hash) {
  Execute(sql, "UPDATE recoveries SET tries = tries + 1 WHERE handle_hash = :handle", handle_hash);
}

void MarkRecoveryVerified(soci::session& sql, const std::string& handle_hash, UnixMillis now) {
  Execute(sql, "UPDATE recoveries SET verified_at = :now WHERE handle_hash = :handle", now, handle_hash);
}

void MarkRecoveryUsed(soci::session& sql, const std::string& handle_hash, UnixMillis now) {
  Execute(sql, "UPDATE recoveries SET used_at = :now WHERE handle_hash = :handle", now, handle_hash);
}

void EndRecoveries(soci::session& sql, const std::string& learner_id, UnixMillis now) {
  Execute(sql, "UPDATE recoveries SET used_at = :now WHERE learner_id = :learner AND used_at = 0", now, learner_id);
}

void ForgetTokensBefore(soci::session& sql, UnixMillis time) {
  Execute(sql, "DELETE FROM activation_tokens WHERE expires_at < :time", time);
  Execute(sql, "DELETE FROM recoveries WHERE expires_at < :time", time);
}

}  // namespace academy::auth

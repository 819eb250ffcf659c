#include "services/auth/attempt_store.h"

namespace academy::auth {

AttemptRecord FindAttempts(soci::session& sql, const std::string& subject) {
  AttemptRecord row;
  sql << "SELECT failures, last_at, blocked_until FROM attempts WHERE subject = :subject", soci::use(subject),
      soci::into(row.failures), soci::into(row.last_at), soci::into(row.blocked_until);
  if (!sql.got_data()) row = {};
  row.subject = subject;
  return row;
}

void StoreAttempts(soci::session& sql, const AttemptRecord& attempts) {
  sql << "INSERT INTO attempts (subject, failures, last_at, blocked_until) VALUES (:subject, :failures, :last, :until) "
         "ON CONFLICT (subject) DO UPDATE SET failures = excluded.failures, last_at = excluded.last_at, "
         "blocked_until = excluded.blocked_until",
      soci::use(attempts.subject), soci::use(attempts.failures), soci::use(attempts.last_at),
      soci::use(attempts.blocked_until);
}

void ForgetAttempts(soci::session& sql, const std::string& subject) {
  sql << "DELETE FROM attempts WHERE subject = :subject", soci::use(subject);
}

void ForgetAttemptsBefore(soci::session& sql, UnixMillis time) {
  sql << "DELETE FROM attempts WHERE last_at < :time", soci::use(time);
}

bool SpendChallenge(soci::session& sql, const std::string& challenge, UnixMillis expires_at) {
  std::string spent;
  sql << "INSERT INTO spent_challenges (challenge, expires_at) VALUES (:challenge, :expires) "
         "ON CONFLICT (challenge) DO NOTHING RETURNING challenge",
      soci::use(challenge), soci::use(expires_at), soci::into(spent);
  return sql.got_data();
}

void ForgetChallengesExpiredBefore(soci::session& sql, UnixMillis time) {
  sql << "DELETE FROM spent_challenges WHERE expires_at < :time", soci::use(time);
}

}  // namespace academy::auth

#include "services/auth/abuse/attempt_store.h"

namespace academy::auth {

CounterRecord FindCounter(soci::session& sql, const std::string& subject, UnixMillis now) {
  CounterRecord row;
  sql << "SELECT counts, blocked_until, forget_at FROM counters WHERE subject = :subject AND forget_at > :now",
      soci::use(subject), soci::use(now), soci::into(row.counts), soci::into(row.blocked_until),
      soci::into(row.forget_at);
  if (!sql.got_data()) row = {};
  row.subject = subject;
  return row;
}

void StoreCounter(soci::session& sql, const CounterRecord& counter) {
  sql << "INSERT INTO counters (subject, counts, blocked_until, forget_at) VALUES (:subject, :counts, :until, :forget) "
         "ON CONFLICT (subject) DO UPDATE SET counts = excluded.counts, blocked_until = excluded.blocked_until, "
         "forget_at = excluded.forget_at",
      soci::use(counter.subject), soci::use(counter.counts), soci::use(counter.blocked_until),
      soci::use(counter.forget_at);
}

void ForgetCounter(soci::session& sql, const std::string& subject) {
  sql << "DELETE FROM counters WHERE subject = :subject", soci::use(subject);
}

void ForgetCountersBefore(soci::session& sql, UnixMillis now) {
  sql << "DELETE FROM counters WHERE forget_at <= :now", soci::use(now);
}

bool SpendChallenge(soci::session& sql, const std::string& challenge, UnixMillis expires_at) {
  std::string spent;
  sql << "INSERT INTO spent_challenges (challenge, expires_at) VALUES (:challenge, :expires) "
         "ON CONFLICT (challenge) DO NOTHING RETURNING challenge",
      soci::use(challenge), soci::use(expires_at), soci::into(spent);
  return sql.got_data();
}

void GiveChallengeBack(soci::session& sql, const std::string& challenge) {
  sql << "DELETE FROM spent_challenges WHERE challenge = :challenge", soci::use(challenge);
}

void ForgetChallengesExpiredBefore(soci::session& sql, UnixMillis time) {
  sql << "DELETE FROM spent_challenges WHERE expires_at < :time", soci::use(time);
}

}  // namespace academy::auth

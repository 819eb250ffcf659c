#include "services/auth/abuse/attempt_store.h"

#include <tuple>

#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

struct CounterRow {
  CounterRecord record;

  auto Columns() { return std::tie(record.counts, record.blocked_until, record.forget_at); }
  CounterRecord ToRecord() const { return record; }
};

}  // namespace

CounterRecord FindCounter(soci::session& sql, const std::string& subject, UnixMillis now) {
  auto counter = QueryOne<CounterRow>(sql,
                                      "SELECT counts, blocked_until, forget_at FROM counters"
                                      " WHERE subject = :subject AND forget_at > :now",
                                      subject, now)
                     .value_or(CounterRecord{});
  counter.subject = subject;
  return counter;
}

void StoreCounter(soci::session& sql, const CounterRecord& counter) {
  Execute(sql,
          "INSERT INTO counters (subject, counts, blocked_until, forget_at)"
          " VALUES (:subject, :counts, :until, :forget) ON CONFLICT (subject) DO UPDATE SET"
          " counts = excluded.counts, blocked_until = excluded.blocked_until, forget_at = excluded.forget_at",
          counter.subject, counter.counts, counter.blocked_until, counter.forget_at);
}

void ForgetCounter(soci::session& sql, const std::string& subject) {
  Execute(sql, "DELETE FROM counters WHERE subject = :subject", subject);
}

void ForgetCountersBefore(soci::session& sql, UnixMillis now) {
  Execute(sql, "DELETE FROM counters WHERE forget_at <= :now", now);
}

void RememberAddress(soci::session& sql, const std::string& subject, const std::string& address, UnixMillis now) {
  Execute(sql,
          "INSERT INTO known_addresses (subject, address, seen_at) VALUES (:subject, :address, :seen)"
          " ON CONFLICT (subject, address) DO UPDATE SET seen_at = excluded.seen_at",
          subject, address, now);
}

bool IsAddressKnown(soci::session& sql, const std::string& subject, const std::string& address) {
  return QueryValue<int>(sql, "SELECT COUNT(*) FROM known_addresses WHERE subject = :subject AND address = :address",
                         subject, address) > 0;
}

void ForgetAddressesSeenBefore(soci::session& sql, UnixMillis time) {
  Execute(sql, "DELETE FROM known_addresses WHERE seen_at < :time", time);
}

void RememberDevice(soci::session& sql, const std::string& subject, const std::string& hash, UnixMillis now, int most) {
  Execute(sql,
          "INSERT INTO known_devices (subject, device_hash, seen_at) VALUES (:subject, :hash, :seen)"
          " ON CONFLICT (subject, device_hash) DO UPDATE SET seen_at = excluded.seen_at",
          subject, hash, now);
  Execute(sql,
          "DELETE FROM known_devices WHERE subject = :subject AND device_hash NOT IN (SELECT device_hash FROM"
          " known_devices WHERE subject = :same ORDER BY seen_at DESC, device_hash LIMIT :most)",
          subject, subject, most);
}

bool IsDeviceKnown(soci::session& sql, const std::string& subject, const std::string& hash) {
  return QueryValue<int>(sql, "SELECT COUNT(*) FROM known_devices WHERE subject = :subject AND device_hash = :hash",
                         subject, hash) > 0;
}

bool IsDeviceIssued(soci::session& sql, const std::string& hash) {
  return QueryOne<int>(sql, "SELECT 1 FROM known_devices WHERE device_hash = :hash LIMIT 1", hash).has_value();
}

void ForgetDevicesSeenBefore(soci::session& sql, UnixMillis time) {
  Execute(sql, "DELETE FROM known_devices WHERE seen_at < :time", time);
}

bool SpendChallenge(soci::session& sql, const std::string& challenge, UnixMillis expires_at) {
  return QueryOne<std::string>(sql,
                               "INSERT INTO spent_challenges (challenge, expires_at) VALUES (:challenge, :expires)"
                               " ON CONFLICT (challenge) DO NOTHING RETURNING challenge",
                               challenge, expires_at)
      .has_value();
}

void GiveChallengeBack(soci::session& sql, const std::string& challenge) {
  Execute(sql, "DELETE FROM spent_challenges WHERE challenge = :challenge", challenge);
}

void ForgetChallengesExpiredBefore(soci::session& sql, UnixMillis time) {
  Execute(sql, "DELETE FROM spent_challenges WHERE expires_at < :time", time);
}

}  // namespace academy::auth

#include "services/auth/sign_in/token_store.h"

namespace academy::auth {
namespace {

std::optional<RecoveryRecord> FindRecoveryBy(soci::session& sql, const char* condition, const std::string& value) {
  RecoveryRecord row;
  soci::statement statement(sql);
  statement.exchange(soci::use(value));
  statement.exchange(soci::into(row.handle_hash));
  statement.exchange(soci::into(row.learner_id));
  statement.exchange(soci::into(row.code_hash));
  statement.exchange(soci::into(row.created_at));
  statement.exchange(soci::into(row.expires_at));
  statement.exchange(soci::into(row.tries));
  statement.exchange(soci::into(row.verified_at));
  statement.exchange(soci::into(row.used_at));
  statement.alloc();
  statement.prepare(
      std::string("SELECT handle_hash, learner_id, code_hash, created_at, expires_at, tries, verified_at, used_at "
                  "FROM recoveries ") +
      condition);
  statement.define_and_bind();
  if (!statement.execute(true)) return std::nullopt;
  return row;
}

}  // namespace

void InsertActivationToken(soci::session& sql, const std::string& token_hash, const std::string& learner_id,
                           UnixMillis now, UnixMillis expires_at) {
  sql << "INSERT INTO activation_tokens (token_hash, learner_id, created_at, expires_at) "
         "VALUES (:hash, :learner, :now, :expires)",
      soci::use(token_hash), soci::use(learner_id), soci::use(now), soci::use(expires_at);
}

bool IsActivationToken(soci::session& sql, const std::string& token_hash, const std::string& learner_id,
                       UnixMillis now) {
  int64_t count = 0;
  sql << "SELECT COUNT(*) FROM activation_tokens WHERE token_hash = :hash AND learner_id = :learner "
         "AND expires_at > :now",
      soci::use(token_hash), soci::use(learner_id), soci::use(now), soci::into(count);
  return count > 0;
}

UnixMillis ActivationTokenMadeAt(soci::session& sql, const std::string& learner_id, int newer) {
  UnixMillis made_at = 0;
  sql << "SELECT created_at FROM activation_tokens WHERE learner_id = :learner ORDER BY created_at DESC LIMIT 1 "
         "OFFSET :newer",
      soci::use(learner_id), soci::use(newer), soci::into(made_at);
  return sql.got_data() ? made_at : 0;
}

void EndActivationTokens(soci::session& sql, const std::string& learner_id, UnixMillis now) {
  sql << "UPDATE activation_tokens SET expires_at = :now WHERE learner_id = :learner AND expires_at > :still",
      soci::use(now), soci::use(learner_id), soci::use(now);
}

void InsertRecovery(soci::session& sql, const RecoveryRecord& recovery) {
  sql << "INSERT INTO recoveries (handle_hash, learner_id, code_hash, created_at, expires_at, tries, verified_at, "
         "used_at) VALUES (:handle, :learner, :code, :created, :expires, :tries, :verified, :used)",
      soci::use(recovery.handle_hash), soci::use(recovery.learner_id), soci::use(recovery.code_hash),
      soci::use(recovery.created_at), soci::use(recovery.expires_at), soci::use(recovery.tries),
      soci::use(recovery.verified_at), soci::use(recovery.used_at);
}

std::optional<RecoveryRecord> FindRecovery(soci::session& sql, const std::string& handle_hash) {
  return FindRecoveryBy(sql, "WHERE handle_hash = :handle", handle_hash);
}

std::optional<RecoveryRecord> FindLatestRecovery(soci::session& sql, const std::string& learner_id) {
  return FindRecoveryBy(sql, "WHERE learner_id = :learner ORDER BY created_at DESC LIMIT 1", learner_id);
}

int64_t CountRecoveries(soci::session& sql, const std::string& learner_id, UnixMillis since) {
  int64_t count = 0;
  sql << "SELECT COUNT(*) FROM recoveries WHERE learner_id = :learner AND created_at > :since", soci::use(learner_id),
      soci::use(since), soci::into(count);
  return count;
}

void CountRecoveryTry(soci::session& sql, const std::string& handle_hash) {
  sql << "UPDATE recoveries SET tries = tries + 1 WHERE handle_hash = :handle", soci::use(handle_hash);
}

void MarkRecoveryVerified(soci::session& sql, const std::string& handle_hash, UnixMillis now) {
  sql << "UPDATE recoveries SET verified_at = :now WHERE handle_hash = :handle", soci::use(now), soci::use(handle_hash);
}

void MarkRecoveryUsed(soci::session& sql, const std::string& handle_hash, UnixMillis now) {
  sql << "UPDATE recoveries SET used_at = :now WHERE handle_hash = :handle", soci::use(now), soci::use(handle_hash);
}

void EndRecoveries(soci::session& sql, const std::string& learner_id, UnixMillis now) {
  sql << "UPDATE recoveries SET used_at = :now WHERE learner_id = :learner AND used_at = 0", soci::use(now),
      soci::use(learner_id);
}

void ForgetTokensBefore(soci::session& sql, UnixMillis time) {
  sql << "DELETE FROM activation_tokens WHERE expires_at < :time", soci::use(time);
  sql << "DELETE FROM recoveries WHERE expires_at < :time", soci::use(time);
}

}  // namespace academy::auth

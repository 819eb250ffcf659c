#include "services/auth/factors/factor_store.h"

#include <tuple>

#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

struct TotpRow {
  TotpRecord record;

  auto Columns() { return std::tie(record.secret, record.pending_secret, record.pending_at, record.used_step); }
  TotpRecord ToRecord() const { return record; }
};

}  // namespace

std::optional<TotpRecord> FindTotp(soci::session& sql, const std::string& manager_id) {
  return QueryOne<TotpRow>(
      sql, "SELECT secret, pending_secret, pending_at, used_step FROM totp_factors WHERE manager_id = :id", manager_id);
}

void SetPendingTotp(soci::session& sql, const std::string& manager_id, const std::string& secret, UnixMillis now) {
  Execute(sql,
          "INSERT INTO totp_factors (manager_id, secret, pending_secret, pending_at, used_step)"
          " VALUES (:id, '', :secret, :now, 0) ON CONFLICT (manager_id)"
          " DO UPDATE SET pending_secret = excluded.pending_secret, pending_at = excluded.pending_at",
          manager_id, secret, now);
}

void ConfirmTotp(soci::session& sql, const std::string& manager_id, int64_t step) {
  Execute(sql,
          "UPDATE totp_factors SET secret = pending_secret, pending_secret = '', pending_at = 0, used_step = :step"
          " WHERE manager_id = :id",
          step, manager_id);
}

bool UseTotpStep(soci::session& sql, const std::string& manager_id, int64_t step) {
  return Execute(sql,
                 "UPDATE totp_factors SET used_step = :step"
                 " WHERE manager_id = :id AND secret <> '' AND used_step < :same_step",
                 step, manager_id, step) > 0;
}

bool DeleteTotp(soci::session& sql, const std::string& manager_id) {
  std::optional<TotpRecord> totp = FindTotp(sql, manager_id);
  Execute(sql, "DELETE FROM totp_factors WHERE manager_id = :id", manager_id);
  return totp.has_value() && !totp->secret.empty();
}

void ReplaceRecoveryCodes(soci::session& sql, const std::string& manager_id, const std::vector<std::string>& hashes) {
  Execute(sql, "DELETE FROM recovery_codes WHERE manager_id = :id", manager_id);
  for (const std::string& hash : hashes) {
    Execute(sql, "INSERT INTO recovery_codes (manager_id, code_hash) VALUES (:id, :hash)", manager_id, hash);
  }
}

bool UseRecoveryCode(soci::session& sql, const std::string& manager_id, const std::string& hash) {
  return Execute(sql, "DELETE FROM recovery_codes WHERE manager_id = :id AND code_hash = :hash", manager_id, hash) > 0;
}

int64_t CountRecoveryCodes(soci::session& sql, const std::string& manager_id) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM recovery_codes WHERE manager_id = :id", manager_id);
}

}  // namespace academy::auth

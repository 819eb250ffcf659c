#include "services/auth/factors/factor_store.h"

#include <tuple>

#include "services/platform/db/query.h"
#include "services/platform/keys/key_ring.h"

namespace academy::auth {
namespace {

struct TotpRow {
  TotpRecord record;

  auto Columns() { return std::tie(record.secret, record.used_step); }
  TotpRecord ToRecord() const { return record; }
};

struct SetupRow {
  TotpSetup record;

  auto Columns() { return std::tie(record.secret, record.begun_at); }
  TotpSetup ToRecord() const { return record; }
};

void DeleteSetup(soci::session& sql, const std::string& manager_id) {
  Execute(sql, "DELETE FROM totp_setups WHERE manager_id = :id", manager_id);
}

}  // namespace

std::optional<TotpRecord> FindTotp(soci::session& sql, const std::string& manager_id) {
  return QueryOne<TotpRow>(sql, "SELECT sealed, used_step FROM totp_factors WHERE manager_id = :id", manager_id);
}

std::optional<TotpSetup> FindTotpSetup(soci::session& sql, const std::string& manager_id) {
  return QueryOne<SetupRow>(sql, "SELECT sealed, begun_at FROM totp_setups WHERE manager_id = :id", manager_id);
}

void BeginTotpSetup(soci::session& sql, const std::string& manager_id, const TotpSetup& setup) {
  DeleteSetup(sql, manager_id);
  Execute(sql, "INSERT INTO totp_setups (manager_id, sealed, begun_at) VALUES (:id, :sealed, :begun)", manager_id,
          setup.secret, setup.begun_at);
}

void PutTotp(soci::session& sql, const std::string& manager_id, const TotpRecord& totp) {
  DeleteTotp(sql, manager_id);
  Execute(sql, "INSERT INTO totp_factors (manager_id, key_id, sealed, used_step) VALUES (:id, :key, :sealed, :step)",
          manager_id, std::string(KeyRing::KeyIdOf(totp.secret)), totp.secret, totp.used_step);
}

bool UseTotpStep(soci::session& sql, const std::string& manager_id, int64_t step) {
  return Execute(sql,
                 "UPDATE totp_factors SET used_step = :step"
                 " WHERE manager_id = :id AND used_step < :same_step",
                 step, manager_id, step) > 0;
}

bool DeleteTotp(soci::session& sql, const std::string& manager_id) {
  DeleteSetup(sql, manager_id);
  return Execute(sql, "DELETE FROM totp_factors WHERE manager_id = :id", manager_id) > 0;
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

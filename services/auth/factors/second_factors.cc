#include "services/auth/factors/second_factors.h"

#include <cstdint>
#include <optional>

#include "absl/time/time.h"
#include "services/auth/errors.h"
#include "services/auth/factors/recovery_codes.h"
#include "services/auth/factors/totp.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kPendingFor = absl::Hours(1);

std::string OwnerOf(const std::string& manager_id) { return "totp:" + manager_id; }

}  // namespace

bool SecondFactors::IsOn(soci::session& sql, const std::string& manager_id) const {
  std::optional<TotpRecord> totp = FindTotp(sql, manager_id);
  return totp.has_value() && !totp->secret.empty();
}

absl::StatusOr<std::string> SecondFactors::Use(Transaction& tx, const std::string& manager_id,
                                               const FactorProof& proof) const {
  if (!IsOn(tx.sql(), manager_id)) return "";
  if (!proof.code.empty()) {
    std::optional<TotpRecord> totp = FindTotp(tx.sql(), manager_id);
    if (!totp.has_value() || totp->secret.empty()) return error::WrongFactor();
    ASSIGN_OR_RETURN(std::string secret, keys_.Decrypt(totp->secret, OwnerOf(manager_id)));
    std::optional<int64_t> step = MatchTotp(secret, proof.code, clock_.Now());
    if (!step.has_value() || !UseTotpStep(tx.sql(), manager_id, *step)) return error::WrongFactor();
    return factor::kTotp;
  }
  if (proof.recovery_code.empty()) return error::SecondFactorRequired();
  bool good = UseRecoveryCode(tx.sql(), manager_id, HashRecoveryCode(proof.recovery_code));
  if (!good) return error::WrongFactor();
  return factor::kRecoveryCode;
}

std::string SecondFactors::BeginTotp(Transaction& tx, const std::string& manager_id) const {
  std::string secret = NewTotpSecret();
  SetPendingTotp(tx.sql(), manager_id, keys_.Encrypt(secret, OwnerOf(manager_id)), clock_.Now());
  return secret;
}

absl::Status SecondFactors::ConfirmTotp(Transaction& tx, const std::string& manager_id, const std::string& code) const {
  std::optional<TotpRecord> totp = FindTotp(tx.sql(), manager_id);
  bool begun = totp.has_value() && !totp->pending_secret.empty() && clock_.Now() < totp->pending_at + kPendingFor;
  if (!begun) return error::TotpNotBegun();
  ASSIGN_OR_RETURN(std::string secret, keys_.Decrypt(totp->pending_secret, OwnerOf(manager_id)));
  std::optional<int64_t> step = MatchTotp(secret, code, clock_.Now());
  if (!step.has_value()) return error::WrongCode();
  auth::ConfirmTotp(tx.sql(), manager_id, *step);
  return absl::OkStatus();
}

absl::StatusOr<bool> SecondFactors::DisableTotp(Transaction& tx, const std::string& manager_id) const {
  bool was_on = DeleteTotp(tx.sql(), manager_id);
  if (was_on && required_) return error::SecondFactorMandatory();
  ReplaceRecoveryCodes(tx.sql(), manager_id, {});
  return was_on;
}

std::vector<std::string> SecondFactors::RenewRecoveryCodes(Transaction& tx, const std::string& manager_id) const {
  std::vector<std::string> codes = NewRecoveryCodes();
  std::vector<std::string> hashes;
  for (const std::string& code : codes) hashes.push_back(HashRecoveryCode(code));
  ReplaceRecoveryCodes(tx.sql(), manager_id, hashes);
  return codes;
}

void SecondFactors::Reset(Transaction& tx, const std::string& manager_id) const {
  DeleteTotp(tx.sql(), manager_id);
  ReplaceRecoveryCodes(tx.sql(), manager_id, {});
}

}  // namespace academy::auth

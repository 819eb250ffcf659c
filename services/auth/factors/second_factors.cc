#include "services/auth/factors/second_factors.h"

#include <cstdint>
#include <optional>

#include "absl/time/time.h"
#include "services/auth/errors.h"
#include "services/auth/factors/passkeys/passkey_store.h"
#include "services/auth/factors/recovery_codes.h"
#include "services/auth/factors/totp.h"
#include "services/auth/keys/encrypted_table.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kPendingFor = absl::Hours(1);

std::string PlaceOf(const std::string& manager_id) { return auth::PlaceOf(kTotpSecrets.name, manager_id); }

}  // namespace

bool SecondFactors::IsOn(soci::session& sql, const std::string& manager_id) const {
  return FindTotp(sql, manager_id).has_value() || CountPasskeys(sql, manager_id) > 0;
}

absl::StatusOr<std::string> SecondFactors::Use(Transaction& tx, const std::string& manager_id,
                                               const FactorProof& proof) const {
  if (!IsOn(tx.sql(), manager_id)) return "";
  if (!proof.code.empty()) {
    std::optional<TotpRecord> totp = FindTotp(tx.sql(), manager_id);
    if (!totp.has_value()) return error::WrongFactor();
    ASSIGN_OR_RETURN(std::string secret, keys_.Decrypt(totp->secret, PlaceOf(manager_id)));
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
  BeginTotpSetup(tx.sql(), manager_id,
                 {.secret = keys_.Encrypt(secret, PlaceOf(manager_id)), .begun_at = clock_.Now()});
  return secret;
}

absl::Status SecondFactors::ConfirmTotp(Transaction& tx, const std::string& manager_id, const std::string& code) const {
  std::optional<TotpSetup> setup = FindTotpSetup(tx.sql(), manager_id);
  bool begun = setup.has_value() && clock_.Now() < setup->begun_at + kPendingFor;
  if (!begun) return error::TotpNotBegun();
  ASSIGN_OR_RETURN(std::string secret, keys_.Decrypt(setup->secret, PlaceOf(manager_id)));
  std::optional<int64_t> step = MatchTotp(secret, code, clock_.Now());
  if (!step.has_value()) return error::WrongCode();
  // Encrypted again, because a key may have been replaced since the set-up was begun.
  PutTotp(tx.sql(), manager_id, {.secret = keys_.Encrypt(secret, PlaceOf(manager_id)), .used_step = *step});
  return absl::OkStatus();
}

absl::StatusOr<bool> SecondFactors::DisableTotp(Transaction& tx, const std::string& manager_id) const {
  bool was_on = DeleteTotp(tx.sql(), manager_id);
  if (was_on) RETURN_IF_ERROR(CheckLast(tx, manager_id));
  return was_on;
}

absl::Status SecondFactors::RemovePasskey(Transaction& tx, const std::string& manager_id,
                                          const std::string& passkey_id) const {
  if (!DeletePasskey(tx.sql(), manager_id, passkey_id)) return error::PasskeyNotFound();
  return CheckLast(tx, manager_id);
}

absl::Status SecondFactors::CheckLast(Transaction& tx, const std::string& manager_id) const {
  if (IsOn(tx.sql(), manager_id)) return absl::OkStatus();
  if (required_) return error::SecondFactorMandatory();
  ReplaceRecoveryCodes(tx.sql(), manager_id, {});
  return absl::OkStatus();
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
  DeletePasskeys(tx.sql(), manager_id);
  ReplaceRecoveryCodes(tx.sql(), manager_id, {});
}

}  // namespace academy::auth

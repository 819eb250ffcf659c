// Decides who must give a second factor, and checks what was given.
//
// Thread-safe. Methods run in their callers' transactions or snapshots and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/auth/factors/factor_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/keys/key_ring.h"

namespace academy::auth {

// What a person gives in addition to the password; `code` wins over `recovery_code`.
struct FactorProof {
  std::string code;
  std::string recovery_code;
};

// Names of factors, as the audit trail has them.
namespace factor {
inline constexpr char kTotp[] = "totp";
inline constexpr char kRecoveryCode[] = "recovery_code";
inline constexpr char kPasskey[] = "passkey";
}  // namespace factor

class SecondFactors {
 public:
  // `required` is whether every manager must have one. All must outlive the object.
  SecondFactors(const KeyRing& keys, const Clock& clock, bool required)
      : keys_(keys), clock_(clock), required_(required) {}

  bool required() const { return required_; }
  // Whether the manager has a second factor: an authenticator app or a passkey.
  bool IsOn(soci::session& sql, const std::string& manager_id) const;
  // Whether the manager must set one up before anything else.
  bool InSetup(soci::session& sql, const std::string& manager_id) const { return required_ && !IsOn(sql, manager_id); }

  // Checks the proof of a manager whose password was right and uses it up, so that it is good once. Returns the name of
  // the factor, empty for a manager who has none. UNAUTHENTICATED second_factor_required when nothing was given,
  // wrong_code when it is wrong or was used before; both change nothing. Errors of KeyRing::Decrypt.
  absl::StatusOr<std::string> Use(Transaction& tx, const std::string& manager_id, const FactorProof& proof) const;

  // Returns a new secret, raw, which ConfirmTotp puts in use.
  std::string BeginTotp(Transaction& tx, const std::string& manager_id) const;
  // INVALID_ARGUMENT wrong_code; FAILED_PRECONDITION totp_not_begun, also when it was begun more than an hour ago.
  absl::Status ConfirmTotp(Transaction& tx, const std::string& manager_id, const std::string& code) const;
  // Returns false if it was off. The recovery codes go with the last factor. FAILED_PRECONDITION
  // second_factor_mandatory.
  absl::StatusOr<bool> DisableTotp(Transaction& tx, const std::string& manager_id) const;
  // The same for a passkey. NOT_FOUND passkey_not_found, FAILED_PRECONDITION second_factor_mandatory.
  absl::Status RemovePasskey(Transaction& tx, const std::string& manager_id, const std::string& passkey_id) const;
  // Replaces the manager's recovery codes and returns the new ones.
  std::vector<std::string> RenewRecoveryCodes(Transaction& tx, const std::string& manager_id) const;
  // Removes all factors and recovery codes.
  void Reset(Transaction& tx, const std::string& manager_id) const;

 private:
  // After a factor was removed. FAILED_PRECONDITION second_factor_mandatory.
  absl::Status CheckLast(Transaction& tx, const std::string& manager_id) const;

  const KeyRing& keys_;
  const Clock& clock_;
  const bool required_;
};

}  // namespace academy::auth

// Managers' authenticator apps and recovery codes in the database.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does. All of a manager's rows are
// deleted with the manager.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::auth {

struct TotpRecord {
  // Encrypted as kTotpSecrets says.
  std::string secret;
  // The last step whose code was used.
  int64_t used_step = 0;
};

// The last set-up that was begun and not confirmed.
struct TotpSetup {
  // Encrypted as the secret in use.
  std::string secret;
  UnixMillis begun_at = 0;
};

// Returns nullopt for a manager without a secret in use.
std::optional<TotpRecord> FindTotp(soci::session& sql, const std::string& manager_id);
// Returns nullopt if there is none.
std::optional<TotpSetup> FindTotpSetup(soci::session& sql, const std::string& manager_id);
// Stores a secret to be confirmed, in place of any other that was not.
void BeginTotpSetup(soci::session& sql, const std::string& manager_id, const TotpSetup& setup);
// Puts a secret in use, whose code of `used_step` was used to confirm it, and ends the set-up.
void PutTotp(soci::session& sql, const std::string& manager_id, const TotpRecord& totp);
// Marks a step and all before it as used. Returns false if it was used already, or no secret is in use.
bool UseTotpStep(soci::session& sql, const std::string& manager_id, int64_t step);
// Deletes a set-up too. Returns false if no secret was in use.
bool DeleteTotp(soci::session& sql, const std::string& manager_id);

// Replaces all recovery codes, given as HashRecoveryCode.
void ReplaceRecoveryCodes(soci::session& sql, const std::string& manager_id, const std::vector<std::string>& hashes);
// Deletes a recovery code. Returns false if the manager has no such code.
bool UseRecoveryCode(soci::session& sql, const std::string& manager_id, const std::string& hash);
int64_t CountRecoveryCodes(soci::session& sql, const std::string& manager_id);

}  // namespace academy::auth

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
  // The secret in use, encrypted by KeyRing; empty while none is.
  std::string secret;
  // The secret of the last set-up that was begun and not confirmed, encrypted; empty if there is none.
  std::string pending_secret;
  UnixMillis pending_at = 0;
  // The last step whose code was used.
  int64_t used_step = 0;
};

// Returns nullopt for a manager who never began a set-up.
std::optional<TotpRecord> FindTotp(soci::session& sql, const std::string& manager_id);
// Stores a secret to be confirmed, in place of any other that was not.
void SetPendingTotp(soci::session& sql, const std::string& manager_id, const std::string& secret, UnixMillis now);
// Puts the pending secret in use, whose code of `step` was used to confirm it.
void ConfirmTotp(soci::session& sql, const std::string& manager_id, int64_t step);
// Marks a step and all before it as used. Returns false if it was used already, or no secret is in use.
bool UseTotpStep(soci::session& sql, const std::string& manager_id, int64_t step);
// Returns false if no secret was in use.
bool DeleteTotp(soci::session& sql, const std::string& manager_id);

// Replaces all recovery codes, given as HashRecoveryCode.
void ReplaceRecoveryCodes(soci::session& sql, const std::string& manager_id, const std::vector<std::string>& hashes);
// Deletes a recovery code. Returns false if the manager has no such code.
bool UseRecoveryCode(soci::session& sql, const std::string& manager_id, const std::string& hash);
int64_t CountRecoveryCodes(soci::session& sql, const std::string& manager_id);

}  // namespace academy::auth

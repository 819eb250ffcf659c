// Activation tokens and password recoveries in the database; hashes only.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>

#include "services/platform/base/clock.h"

namespace academy::auth {

void InsertActivationToken(soci::session& sql, const std::string& token_hash, const std::string& learner_id,
                           UnixMillis now, UnixMillis expires_at);
// Whether the token belongs to the learner and has not expired. Looking does not consume it.
bool IsActivationToken(soci::session& sql, const std::string& token_hash, const std::string& learner_id,
                       UnixMillis now);
// When the learner's newest but `newer` was made, whether it is still good or not; 0 when there is none.
UnixMillis ActivationTokenMadeAt(soci::session& sql, const std::string& learner_id, int newer);
// The learner's tokens are no good from now on.
void EndActivationTokens(soci::session& sql, const std::string& learner_id, UnixMillis now);

struct RecoveryRecord {
  std::string handle_hash;
  std::string learner_id;
  std::string code_hash;
  UnixMillis created_at = 0;
  UnixMillis expires_at = 0;
  // Codes that were tried, right ones too.
  int tries = 0;
  // 0 before the right code came; 0 before the new password was set.
  UnixMillis verified_at = 0;
  UnixMillis used_at = 0;
};

void InsertRecovery(soci::session& sql, const RecoveryRecord& recovery);
std::optional<RecoveryRecord> FindRecovery(soci::session& sql, const std::string& handle_hash);
// The learner's newest one.
std::optional<RecoveryRecord> FindLatestRecovery(soci::session& sql, const std::string& learner_id);
int64_t CountRecoveries(soci::session& sql, const std::string& learner_id, UnixMillis since);
void CountRecoveryTry(soci::session& sql, const std::string& handle_hash);
void MarkRecoveryVerified(soci::session& sql, const std::string& handle_hash, UnixMillis now);
void MarkRecoveryUsed(soci::session& sql, const std::string& handle_hash, UnixMillis now);
// The learner's codes and handles are no good from now on.
void EndRecoveries(soci::session& sql, const std::string& learner_id, UnixMillis now);

// Forgets what was made before a time and has expired.
void ForgetTokensBefore(soci::session& sql, UnixMillis time);

}  // namespace academy::auth

// Activation tokens and password recoveries in the database, stored as hashes only.
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
// Whether the token belongs to the learner and has not expired. Does not consume it.
bool IsActivationToken(soci::session& sql, const std::string& token_hash, const std::string& learner_id,
                       UnixMillis now);
// Returns when the learner's newest token after skipping the `newer` newest was created, valid or not; 0 if there is
// none.
UnixMillis ActivationTokenMadeAt(soci::session& sql, const std::string& learner_id, int newer);
// Invalidates the learner's tokens.
void EndActivationTokens(soci::session& sql, const std::string& learner_id, UnixMillis now);

struct RecoveryRecord {
  std::string handle_hash;
  std::string learner_id;
  std::string code_hash;
  UnixMillis created_at = 0;
  UnixMillis expires_at = 0;
  // Codes tried, including right ones.
  int tries = 0;
  // `verified_at` is 0 until the right code was given, `used_at` until the new password was set.
  UnixMillis verified_at = 0;
  UnixMillis used_at = 0;
  // The address group of the requester; empty for internal services.
  std::string requester;
};

void InsertRecovery(soci::session& sql, const RecoveryRecord& recovery);
std::optional<RecoveryRecord> FindRecovery(soci::session& sql, const std::string& handle_hash);
// Returns the learner's newest recovery requested by `requester`.
std::optional<RecoveryRecord> FindLatestRecovery(soci::session& sql, const std::string& learner_id,
                                                 const std::string& requester);
// Count the recoveries of all requesters, and of one.
int64_t CountRecoveries(soci::session& sql, const std::string& learner_id, UnixMillis since);
int64_t CountRecoveriesOf(soci::session& sql, const std::string& learner_id, const std::string& requester,
                          UnixMillis since);
void CountRecoveryTry(soci::session& sql, const std::string& handle_hash);
void MarkRecoveryVerified(soci::session& sql, const std::string& handle_hash, UnixMillis now);
void MarkRecoveryUsed(soci::session& sql, const std::string& handle_hash, UnixMillis now);
// Invalidates the learner's codes and handles.
void EndRecoveries(soci::session& sql, const std::string& learner_id, UnixMillis now);

// Deletes tokens and recoveries that were created before `time` and have expired.
void ForgetTokensBefore(soci::session& sql, UnixMillis time);

}  // namespace academy::auth

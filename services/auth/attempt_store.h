// Counters of attempts per account and per address, and spent bot-check challenges, in the database.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>

#include "services/common/clock.h"

namespace academy::auth {

struct AttemptRecord {
  // What is counted: `learner:<e-mail key>`, `manager:<e-mail key>`, `address:<address>`, `rate:<address>`.
  std::string subject;
  int failures = 0;
  UnixMillis last_at = 0;
  // Attempts before this time are refused.
  UnixMillis blocked_until = 0;
};

// A record with no failures when there is none.
AttemptRecord FindAttempts(soci::session& sql, const std::string& subject);
void StoreAttempts(soci::session& sql, const AttemptRecord& attempts);
void ForgetAttempts(soci::session& sql, const std::string& subject);
void ForgetAttemptsBefore(soci::session& sql, UnixMillis time);

// False when the challenge was spent before.
bool SpendChallenge(soci::session& sql, const std::string& challenge, UnixMillis expires_at);
void ForgetChallengesExpiredBefore(soci::session& sql, UnixMillis time);

}  // namespace academy::auth

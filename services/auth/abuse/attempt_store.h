// Counters of attempts per account and per address, and spent bot-check proofs, in the database.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>
#include <string_view>

#include "services/platform/base/clock.h"

namespace academy::auth {

struct CounterRecord {
  // What is counted; see abuse_guard.cc.
  std::string subject;
  // How often: a number, or a SlidingCount's text.
  std::string counts;
  // Attempts before this time are refused.
  UnixMillis blocked_until = 0;
  // From this time on the record means nothing.
  UnixMillis forget_at = 0;
};

// An empty record when there is none that still means something.
CounterRecord FindCounter(soci::session& sql, const std::string& subject, UnixMillis now);
void StoreCounter(soci::session& sql, const CounterRecord& counter);
void ForgetCounter(soci::session& sql, const std::string& subject);
// Those that mean nothing any more.
void ForgetCountersBefore(soci::session& sql, UnixMillis now);

// False when the challenge was spent before.
bool SpendChallenge(soci::session& sql, const std::string& challenge, UnixMillis expires_at);
// Undoes SpendChallenge.
void GiveChallengeBack(soci::session& sql, const std::string& challenge);
void ForgetChallengesExpiredBefore(soci::session& sql, UnixMillis time);

// Takes the place of the table `attempts`, whose counters could neither slide nor tell when they are over.
inline constexpr std::string_view kCountersSchema = R"sql(
DROP TABLE attempts;
CREATE TABLE counters (
  subject TEXT PRIMARY KEY,
  counts TEXT NOT NULL,
  blocked_until BIGINT NOT NULL,
  forget_at BIGINT NOT NULL
);
CREATE INDEX counters_by_end ON counters (forget_at);
)sql";

}  // namespace academy::auth

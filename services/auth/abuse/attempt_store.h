// Counters of attempts per account and per address, known addresses and devices, and spent bot-check proofs, in the
// database.
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
  // The count: a number, or the text of a SlidingCount.
  std::string counts;
  // Attempts before this time are refused.
  UnixMillis blocked_until = 0;
  // When the record expires.
  UnixMillis forget_at = 0;
};

// Returns an empty record if there is none or it has expired.
CounterRecord FindCounter(soci::session& sql, const std::string& subject, UnixMillis now);
void StoreCounter(soci::session& sql, const CounterRecord& counter);
void ForgetCounter(soci::session& sql, const std::string& subject);
// Deletes expired counters.
void ForgetCountersBefore(soci::session& sql, UnixMillis now);

// Addresses from which the account `subject` (AccountSubject) was signed in to. Remembering one again renews it.
void RememberAddress(soci::session& sql, const std::string& subject, const std::string& address, UnixMillis now);
bool IsAddressKnown(soci::session& sql, const std::string& subject, const std::string& address);
void ForgetAddressesSeenBefore(soci::session& sql, UnixMillis time);

// Devices from which the account `subject` was signed in to, by the hash of their token. Remembering one again renews
// it; beyond `most` the oldest is forgotten.
void RememberDevice(soci::session& sql, const std::string& subject, const std::string& hash, UnixMillis now, int most);
bool IsDeviceKnown(soci::session& sql, const std::string& subject, const std::string& hash);
// Whether any account knows the device.
bool IsDeviceIssued(soci::session& sql, const std::string& hash);
void ForgetDevicesSeenBefore(soci::session& sql, UnixMillis time);

// Returns false if the challenge was already spent.
bool SpendChallenge(soci::session& sql, const std::string& challenge, UnixMillis expires_at);
// Undoes SpendChallenge.
void GiveChallengeBack(soci::session& sql, const std::string& challenge);
void ForgetChallengesExpiredBefore(soci::session& sql, UnixMillis time);

// Replaces the table `attempts`, whose counters could neither slide nor expire.
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

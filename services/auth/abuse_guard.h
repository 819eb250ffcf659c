// Who must prove not to be a robot, and who must wait: counters per account and per address, kept in the database.
//
// Thread-safe. Counting comes before the work: an attempt is a failure until Succeeded takes it back, so that parallel
// guesses cannot outrun the counter.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "services/auth/altcha.h"
#include "services/auth/session_store.h"
#include "services/common/clock.h"
#include "services/common/db/database.h"
#include "services/common/rpc/caller.h"

namespace academy::auth {

enum class BotCheckPolicy { kAdaptive, kAlways, kOff };

class AbuseGuard {
 public:
  AbuseGuard(Database& database, const Clock& clock, const Altcha& altcha, BotCheckPolicy policy)
      : database_(database), clock_(clock), altcha_(altcha), policy_(policy) {}

  // Before a sign-in's password is looked at. After 5 failures of an account in 15 minutes a pause follows that doubles
  // from 1 to 15 minutes; an address, which a school may share, is slowed only after 100.
  // RESOURCE_EXHAUSTED too_many_attempts; PERMISSION_DENIED bot_check_missing (always, or adaptively after 3 failures
  // of the account or address, or above 30 calls a minute from the address).
  absl::Status AdmitSignIn(const Caller& caller, PersonKind kind, const std::string& email_key,
                           std::string_view altcha);

  // Before a signed-in person's current password is looked at: the account's pause holds here too, so that a stolen
  // session is no way round it; a proof is not asked for. RESOURCE_EXHAUSTED too_many_attempts.
  absl::Status AdmitPasswordCheck(PersonKind kind, const std::string& email_key);

  // The password was right; in the transaction of the sign-in. May throw as SOCI does.
  void Succeeded(Transaction& tx, const Caller& caller, PersonKind kind, const std::string& email_key);

  // The current password was right, after AdmitPasswordCheck; or the account was recovered: no pause any more. May
  // throw as SOCI does.
  void PasswordProven(Transaction& tx, PersonKind kind, const std::string& email_key);

  // Before a sign-up or a recovery, which no account's pause holds up. PERMISSION_DENIED bot_check_missing as above.
  absl::Status AdmitVisitor(const Caller& caller, std::string_view altcha);

 private:
  // Counts a call of the address; whether it calls too often.
  bool CountCall(soci::session& sql, const Caller& caller);
  absl::Status RequireProof(soci::session& sql, std::string_view altcha);

  Database& database_;
  const Clock& clock_;
  const Altcha& altcha_;
  const BotCheckPolicy policy_;
};

// What an address is counted as: IPv4 whole, IPv6 by its /64, which one household has.
std::string AddressGroup(std::string_view peer);

}  // namespace academy::auth

// Who must prove not to be a robot, and who must wait: counters per account and per address, kept in the database.
//
// Thread-safe. Counting comes before the work: an attempt is a failure until Succeeded takes it back, so that parallel
// guesses cannot outrun the counter. All counters and spent proofs survive a restart, and hold for all processes over
// one database. Calls of internal services, which come without an address, are counted by account only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "services/auth/abuse/abuse_counters.h"
#include "services/auth/bot_check/altcha.h"
#include "services/auth/bot_check/recaptcha.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

enum class BotCheckPolicy { kAdaptive, kAlways, kOff };

// What a visitor brought against the bot check.
struct BotProof {
  std::string altcha;
  std::string recaptcha;
  // What AbuseGuard::AskRecaptcha learnt of `recaptcha`.
  std::optional<absl::Status> verdict;
};

class AbuseGuard;

// A sign-in that was let in and counted. While it lives it is known to be under way, not yet a failure.
class SignInAttempt {
 public:
  SignInAttempt(SignInAttempt&& other) noexcept;
  ~SignInAttempt();

  // The password was right; in the transaction of the sign-in. May throw as SOCI does.
  void Succeeded(Transaction& tx);

  // The password was wrong, or the e-mail nobody's (`known`): what to answer, which is `error`, or RESOURCE_EXHAUSTED
  // too_many_attempts from an address that asked for 60 unknown e-mails within the hour. Costs the same for both.
  absl::Status Failed(bool known, const absl::Status& error);

 private:
  friend class AbuseGuard;
  SignInAttempt(AbuseGuard& guard, std::string account, std::string address);

  AbuseGuard* guard_;
  std::string account_;
  // Empty for internal services.
  std::string address_;
  bool under_way_ = false;
};

class AbuseGuard {
 public:
  // `recaptcha` takes the place of `altcha` unless it is null.
  AbuseGuard(Database& database, const Clock& clock, const Altcha& altcha, const RecaptchaVerifier* recaptcha,
             BotCheckPolicy policy)
      : database_(database), clock_(clock), altcha_(altcha), recaptcha_(recaptcha), policy_(policy) {}

  // Before a sign-in's password is looked at: see AccountFailures and AddressFailures for who must wait. A paused
  // account is refused whatever the password and the proof.
  // RESOURCE_EXHAUSTED too_many_attempts; PERMISSION_DENIED bot_check_missing (always, or adaptively after 3 failures
  // of the account or address, or above 30 calls a minute from the address); UNAVAILABLE bot_check_unavailable.
  absl::StatusOr<SignInAttempt> AdmitSignIn(const Caller& caller, PersonKind kind, const std::string& email_key,
                                            const BotProof& proof);

  // Before a signed-in person's current password is looked at: the account's pause holds here too, so that a stolen
  // session is no way round it; a proof is not asked for. RESOURCE_EXHAUSTED too_many_attempts.
  absl::Status AdmitPasswordCheck(PersonKind kind, const std::string& email_key);

  // The current password was right, after AdmitPasswordCheck; or the account was recovered: no pause any more. May
  // throw as SOCI does.
  void PasswordProven(Transaction& tx, PersonKind kind, const std::string& email_key);

  // Before a guess at a secret that is not an account's (`what`): counted for the secret and for the address as failed
  // sign-ins are. RESOURCE_EXHAUSTED too_many_attempts.
  absl::Status AdmitGuess(const Caller& caller, const std::string& what);
  // The guess was right. May throw as SOCI does.
  void GuessedRight(Transaction& tx, const Caller& caller, const std::string& what);

  // Before a recovery, which no account's pause holds up, and before a sign-up, of which an address has 300 an hour.
  // RESOURCE_EXHAUSTED too_many_attempts also from an address that was told of 60 unknown e-mails within the hour;
  // PERMISSION_DENIED bot_check_missing, UNAVAILABLE bot_check_unavailable as above.
  absl::Status AdmitVisitor(const Caller& caller, const BotProof& proof);
  absl::Status AdmitSignUp(const Caller& caller, const BotProof& proof);

  // Before an activation mail is sent again, whoever has the e-mail: an address has 60 an hour. RESOURCE_EXHAUSTED
  // too_many_attempts.
  absl::Status AdmitResend(const Caller& caller);

  // Before a visitor's message is mailed: it needs the bot check unless the policy is off, an address has 10 an hour,
  // and all together have 300. RESOURCE_EXHAUSTED too_many_attempts; PERMISSION_DENIED bot_check_missing, UNAVAILABLE
  // bot_check_unavailable.
  absl::Status AdmitMessage(const Caller& caller, const BotProof& proof);

  // `error` would tell whether an account has an e-mail. Reveal counts that; both give RESOURCE_EXHAUSTED
  // too_many_attempts instead once the address was told 60 times within the hour, so that learning who has an account
  // is slow. Conceal is for answers that only somebody who knows the account already should get.
  absl::Status Reveal(const Caller& caller, const absl::Status& error);
  absl::Status Conceal(const Caller& caller, const absl::Status& error);

  // Asks reCAPTCHA about the proof's token, where one will be needed, and keeps its answer in the proof. Waits for the
  // network. `account` as AccountSubject, empty for other calls than sign-ins; `always` for calls that need one whoever
  // calls. A token is good once.
  void AskRecaptcha(const Caller& caller, const std::string& account, std::string_view action, bool always,
                    BotProof& proof);

 private:
  friend class SignInAttempt;

  // Runs `work` in a transaction that commits whatever `work` returns, since what it counted must stay.
  template <typename Work>
  absl::Status Count(Work work);

  absl::Status Admit(soci::session& sql, SignInAttempt& attempt, const BotProof& proof);
  // Whether the address calls too often; `count` counts this call.
  bool CallsTooOften(soci::session& sql, const std::string& address, bool count);
  // Failures of the address without sign-ins under way.
  bool Fails(const AddressFailures& failures, const std::string& address) ABSL_LOCKS_EXCLUDED(mutex_);
  bool WillNeedProof(const Caller& caller, const std::string& account);
  absl::Status RequireProof(soci::session& sql, const BotProof& proof, bool suspicious);
  absl::Status Disclose(const std::string& address, bool counts, const absl::Status& error);
  absl::Status Use(soci::session& sql, const Allowance& allowance, const std::string& address);

  void Begin(const std::string& address) ABSL_LOCKS_EXCLUDED(mutex_);
  void End(const std::string& address) ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  const Clock& clock_;
  const Altcha& altcha_;
  const RecaptchaVerifier* const recaptcha_;
  const BotCheckPolicy policy_;

  absl::Mutex mutex_;
  // Sign-ins of each address whose outcome is not known yet.
  std::map<std::string, int> under_way_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::auth

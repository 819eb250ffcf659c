// Decides who must pass the bot check and who must wait, with counters per account and per address in the database.
//
// Thread-safe. An attempt is counted as a failure before its password is checked, until Succeeded undoes that, so
// parallel guesses cannot outrun the counter. Counters and spent proofs survive a restart and are shared by all
// processes of one database. Calls of internal services, which have no address, are counted by account only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// The bot check solutions sent with a request.
struct BotProof {
  std::string altcha;
  std::string recaptcha;
  // The result of AbuseGuard::AskRecaptcha for `recaptcha`.
  std::optional<absl::Status> verdict;
};

class AbuseGuard;

// A sign-in that was admitted and counted. While the object exists, the attempt counts as in progress rather than
// failed.
class SignInAttempt {
 public:
  SignInAttempt(SignInAttempt&& other) noexcept;
  ~SignInAttempt();

  // Call when the password was right, in the transaction of the sign-in. May throw as SOCI does.
  void Succeeded(Transaction& tx);

  // Call after Succeeded when the sign-in opens a session. Remembers the caller's device and returns the token that its
  // browser keeps. May throw as SOCI does.
  std::string RememberDevice(Transaction& tx);

  // Call when the password was right and a second factor is still missing: the attempt is no failure, but earlier
  // failures stay counted, because otherwise whoever knows the password could guess codes for ever. May throw as SOCI
  // does.
  void Unfinished(Transaction& tx);

  // Call when the password or the second factor was wrong, or when no account has the e-mail (`known` is false).
  // Returns `error`, or RESOURCE_EXHAUSTED too_many_attempts for an address that tried 60 unknown e-mails within the
  // hour. Takes the same time in both cases.
  absl::Status Failed(bool known, const absl::Status& error);

 private:
  friend class AbuseGuard;
  SignInAttempt(AbuseGuard& guard, std::string account, Caller caller);

  AbuseGuard* guard_;
  std::string account_;
  Caller caller_;
  // Counters of the caller's own failures; none for a stranger.
  std::vector<std::string> own_;
  // The account is paused: its failures are other callers' and are kept.
  bool paused_ = false;
  // Empty for internal services.
  std::string address_;
  bool under_way_ = false;
};

// An admitted check of a signed-in person's password: what it was counted for.
struct PasswordCheck {
  std::vector<std::string> counted;
};

class AbuseGuard {
 public:
  // `recaptcha` replaces `altcha` unless it is null. All must outlive the guard.
  AbuseGuard(Database& database, const Clock& clock, const Altcha& altcha, const RecaptchaVerifier* recaptcha,
             BotCheckPolicy policy)
      : database_(database), clock_(clock), altcha_(altcha), recaptcha_(recaptcha), policy_(policy) {}

  // Call before checking the password of a sign-in. AccountFailures and AddressFailures describe who must wait. A
  // paused account is refused whatever the password and the proof, except for an address or a device from which it was
  // signed in to within 90 days: their failures are counted separately, so that a stranger's guesses lock nobody out.
  // RESOURCE_EXHAUSTED too_many_attempts; PERMISSION_DENIED bot_check_missing (always, or adaptively after 3 failures
  // of the account or address, or above 30 calls a minute from the address); UNAVAILABLE bot_check_unavailable.
  absl::StatusOr<SignInAttempt> AdmitSignIn(const Caller& caller, PersonKind kind, const std::string& email_key,
                                            const BotProof& proof);

  // Call before checking a signed-in person's current password. Counted like sign-ins, and separately for the session
  // while the account is paused: a stolen session does not bypass the pause, and the pause does not lock the owner out.
  // Requires no proof. RESOURCE_EXHAUSTED too_many_attempts.
  absl::StatusOr<PasswordCheck> AdmitPasswordCheck(const Caller& caller, PersonKind kind, const std::string& email_key);

  // Call before setting a signed-in person's new password, which costs a hash and a mail. Allows 10 an hour per
  // account. RESOURCE_EXHAUSTED too_many_attempts.
  absl::Status AdmitNewPassword(PersonKind kind, const std::string& email_key);

  // Call when the password was right and a second factor is still missing; as SignInAttempt::Unfinished.
  void Unfinished(Transaction& tx, const PasswordCheck& check);

  // Ends the pause of an account: call after AdmitPasswordCheck when the session's password was right, and after a
  // recovery or a new password. May throw as SOCI does.
  void PasswordProven(Transaction& tx, PersonKind kind, const std::string& email_key,
                      const std::string& session_id = {});

  // Returns the end of the account's pause, which may be over; 0 if there is none. May throw as SOCI does.
  UnixMillis PausedUntil(soci::session& sql, PersonKind kind, const std::string& email_key) const;
  // Lets the caller's address and device sign in to the account during pauses, as if it had been signed in to from
  // there, forgets their failures and returns the device's token. May throw as SOCI does.
  std::string LetIn(Transaction& tx, const Caller& caller, PersonKind kind, const std::string& email_key);
  // Call when a link is not valid. Returns `error`, or RESOURCE_EXHAUSTED too_many_attempts after 60 such links from
  // the caller's address within the hour. Tokens have 256 random bits, so a valid one passes whatever the count, and
  // one person's invalid links keep nobody else of the same address from theirs.
  absl::Status RefuseLink(const Caller& caller, const absl::Status& error);

  // Call before checking a guess at a secret that belongs to no account (`what`). Counted for the secret and for the
  // address like failed sign-ins. RESOURCE_EXHAUSTED too_many_attempts.
  absl::Status AdmitGuess(const Caller& caller, const std::string& what);
  // Call when the guess was right. May throw as SOCI does.
  void GuessedRight(Transaction& tx, const Caller& caller, const std::string& what);

  // AdmitVisitor is called before a recovery, which an account's pause does not affect; AdmitSignUp before a sign-up,
  // of which an address has 300 an hour. RESOURCE_EXHAUSTED too_many_attempts also for an address that was told of 60
  // unknown e-mails within the hour; PERMISSION_DENIED bot_check_missing, UNAVAILABLE bot_check_unavailable as above.
  absl::Status AdmitVisitor(const Caller& caller, const BotProof& proof);
  absl::Status AdmitSignUp(const Caller& caller, const BotProof& proof);

  // Called before checking a recovery code, and after a wrong one. An address has 60 wrong codes an hour, and 3 while
  // all addresses together have more than 300. RESOURCE_EXHAUSTED too_many_attempts.
  absl::Status AdmitRecoveryCode(const Caller& caller);
  void CountWrongRecoveryCode(Transaction& tx, const Caller& caller);

  // Call before sending an activation mail again, whether or not an account has the e-mail. An address has 60 an hour.
  // RESOURCE_EXHAUSTED too_many_attempts.
  absl::Status AdmitResend(const Caller& caller);

  // Call before mailing a visitor's message. Requires the bot check unless the policy is off. An address has 10
  // messages an hour, or 2 while all addresses together have sent more than 300; larger IPv6 blocks have multiples of
  // that (GroupsOf). There is no limit for all together, which a few strangers could use up for everybody.
  // RESOURCE_EXHAUSTED too_many_attempts; PERMISSION_DENIED bot_check_missing, UNAVAILABLE bot_check_unavailable.
  absl::Status AdmitMessage(const Caller& caller, const BotProof& proof);

  // For responses that reveal whether an account has an e-mail: return `error`, or RESOURCE_EXHAUSTED too_many_attempts
  // once the address has received 60 of them within the hour, so that enumerating accounts is slow. Reveal counts the
  // response. Conceal does not; it is for responses that only somebody who already knows the account should get.
  absl::Status Reveal(const Caller& caller, const absl::Status& error);
  absl::Status Conceal(const Caller& caller, const absl::Status& error);

  // Verifies the proof's reCAPTCHA token, if one will be required, and stores the result in the proof. Blocks on the
  // network. `account` is an AccountSubject, empty for calls other than sign-ins; `always` is true for calls that
  // require a proof from every caller. A token can be used once.
  void AskRecaptcha(const Caller& caller, const std::string& account, std::string_view action, bool always,
                    BotProof& proof);

 private:
  friend class SignInAttempt;

  // Runs `work` in a transaction that is committed whatever `work` returns, because its counts must be kept.
  template <typename Work>
  absl::Status Count(Work work);

  absl::Status Admit(soci::session& sql, SignInAttempt& attempt, const BotProof& proof);
  // Whether the address makes too many calls; `count` also counts this one.
  bool CallsTooOften(soci::session& sql, const std::string& address, bool count);
  // Whether the address has enough failures to require a proof, not counting sign-ins in progress.
  bool Fails(const AddressFailures& failures, const std::string& address) ABSL_LOCKS_EXCLUDED(mutex_);
  bool WillNeedProof(const Caller& caller, const std::string& account);
  absl::Status RequireProof(soci::session& sql, const BotProof& proof, bool suspicious);
  absl::Status Disclose(const std::string& address, bool counts, const absl::Status& error);
  absl::Status Use(soci::session& sql, const Allowance& allowance, const std::string& address);
  // The same for each of the address's groups, multiplied by the group's factor.
  absl::Status UseByGroup(soci::session& sql, const Allowance& allowance, const std::string& address);

  void Begin(const std::string& address) ABSL_LOCKS_EXCLUDED(mutex_);
  void End(const std::string& address) ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  const Clock& clock_;
  const Altcha& altcha_;
  const RecaptchaVerifier* const recaptcha_;
  const BotCheckPolicy policy_;

  absl::Mutex mutex_;
  // Number of sign-ins in progress by address.
  std::map<std::string, int> under_way_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::auth

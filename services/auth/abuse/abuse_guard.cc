#include "services/auth/abuse/abuse_guard.h"

#include <algorithm>
#include <utility>

#include "services/auth/abuse/known_places.h"
#include "services/auth/errors.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/db/joined/joined_writes.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/net/address_groups.h"

namespace academy::auth {
namespace {

constexpr int kFailuresBeforeProof = 3;
constexpr Allowance kCalls = {.name = "calls", .limit = 30, .window = absl::Minutes(1)};
constexpr Allowance kTold = {.name = "told", .limit = 60, .window = absl::Hours(1)};
constexpr Allowance kSignUps = {.name = "sign-ups", .limit = 300, .window = absl::Hours(1)};
constexpr Allowance kResends = {.name = "resends", .limit = 60, .window = absl::Hours(1)};
constexpr Allowance kNewPasswords = {.name = "new passwords", .limit = 10, .window = absl::Hours(1)};
constexpr Allowance kMessages = {.name = "messages", .limit = 10, .window = absl::Hours(1)};
// The same counter with a lower limit, while messages come from many addresses.
constexpr Allowance kFewMessages = {.name = "messages", .limit = 2, .window = absl::Hours(1)};
constexpr Allowance kManyMessages = {.name = "all messages", .limit = 300, .window = absl::Hours(1)};
constexpr Allowance kWrongCodes = {.name = "wrong codes", .limit = 60, .window = absl::Hours(1)};
// The same counter with a lower limit, while codes are tried from many addresses.
constexpr Allowance kFewWrongCodes = {.name = "wrong codes", .limit = 3, .window = absl::Hours(1)};
constexpr Allowance kAllWrongCodes = {.name = "all wrong codes", .limit = 300, .window = absl::Hours(1)};
constexpr Allowance kWrongLinks = {.name = "wrong links", .limit = 60, .window = absl::Hours(1)};
// The subject of counters over all addresses together.
constexpr char kEverybody[] = "everybody";

// Google invalidates a token after 2 minutes.
constexpr absl::Duration kTokenLifetime = absl::Minutes(10);

absl::Status WaitUntil(UnixMillis until, UnixMillis now) {
  return error::TooManyAttempts(absl::Milliseconds(until - now));
}

// The subject that is counted separately while an account is paused.
std::string SessionSubject(const std::string& account, const std::string& session_id) {
  return account + "@session:" + session_id;
}

std::string SecretSubject(const std::string& what) { return "secret:" + what; }

}  // namespace

SignInAttempt::SignInAttempt(AbuseGuard& guard, std::string account, Caller caller)
    : guard_(&guard),
      account_(std::move(account)),
      caller_(std::move(caller)),
      address_(ClientGroup(caller_.remote_address)) {}

SignInAttempt::SignInAttempt(SignInAttempt&& other) noexcept
    : guard_(other.guard_),
      account_(std::move(other.account_)),
      caller_(std::move(other.caller_)),
      own_(std::move(other.own_)),
      paused_(other.paused_),
      address_(std::move(other.address_)),
      under_way_(std::exchange(other.under_way_, false)) {}

SignInAttempt::~SignInAttempt() {
  if (under_way_) guard_->End(address_);
}

void SignInAttempt::Succeeded(Transaction& tx) {
  if (!paused_) ForgetCounter(tx.sql(), account_);
  for (const std::string& subject : own_) ForgetCounter(tx.sql(), subject);
  if (address_.empty()) return;
  UnixMillis now = guard_->clock_.Now();
  AddressFailures(tx.sql(), address_, now).TakeBack();
  RememberCallersAddress(tx.sql(), account_, caller_, now);
}

std::string SignInAttempt::RememberDevice(Transaction& tx) {
  return RememberCallersDevice(tx.sql(), account_, caller_, guard_->clock_.Now());
}

void SignInAttempt::Unfinished(Transaction& tx) {
  UnixMillis now = guard_->clock_.Now();
  if (!paused_) AccountFailures(tx.sql(), account_, now).TakeBack();
  for (const std::string& subject : own_) AccountFailures(tx.sql(), subject, now).TakeBack();
  if (!address_.empty()) AddressFailures(tx.sql(), address_, now).TakeBack();
}

absl::Status SignInAttempt::Failed(bool known, const absl::Status& error) {
  return guard_->Disclose(address_, /*counts=*/!known, error);
}

template <typename Work>
absl::Status AbuseGuard::Count(Work work) {
  absl::Status outcome;
  // Attempts count whatever becomes of the call, and what follows may be slow.
  ApartWrites apart;
  RETURN_IF_ERROR(database_.Write([&](Transaction& tx) -> absl::Status {
    outcome = work(tx.sql());
    return absl::OkStatus();
  }));
  return outcome;
}

absl::StatusOr<SignInAttempt> AbuseGuard::AdmitSignIn(const Caller& caller, PersonKind kind,
                                                      const std::string& email_key, const BotProof& proof) {
  SignInAttempt attempt(*this, AccountSubject(kind, email_key), caller);
  RETURN_IF_ERROR(Count([&](soci::session& sql) { return Admit(sql, attempt, proof); }));
  return attempt;
}

absl::Status AbuseGuard::Admit(soci::session& sql, SignInAttempt& attempt, const BotProof& proof) {
  UnixMillis now = clock_.Now();
  attempt.own_ = KnownSubjects(sql, attempt.account_, attempt.caller_);
  CallerFailures account(sql, attempt.account_, attempt.own_, now);
  if (account.blocked_until() > now) return WaitUntil(account.blocked_until(), now);
  attempt.paused_ = account.paused();
  if (attempt.address_.empty()) {
    RETURN_IF_ERROR(RequireProof(sql, proof, account.count() >= kFailuresBeforeProof));
    account.Count();
    return absl::OkStatus();
  }
  AddressFailures address(sql, attempt.address_, now);
  if (address.blocked_until() > now) return WaitUntil(address.blocked_until(), now);
  bool suspicious = CallsTooOften(sql, attempt.address_, /*count=*/true);
  suspicious = suspicious || account.count() >= kFailuresBeforeProof || Fails(address, attempt.address_);
  RETURN_IF_ERROR(RequireProof(sql, proof, suspicious));
  account.Count();
  address.Count();
  Begin(attempt.address_);
  attempt.under_way_ = true;
  return absl::OkStatus();
}

absl::StatusOr<PasswordCheck> AbuseGuard::AdmitPasswordCheck(const Caller& caller, PersonKind kind,
                                                             const std::string& email_key) {
  std::string account = AccountSubject(kind, email_key);
  PasswordCheck check{.counted = {SessionSubject(account, caller.session_id)}};
  RETURN_IF_ERROR(Count([&](soci::session& sql) -> absl::Status {
    UnixMillis now = clock_.Now();
    CallerFailures failures(sql, account, check.counted, now);
    if (failures.blocked_until() > now) return WaitUntil(failures.blocked_until(), now);
    if (!failures.paused()) check.counted.push_back(account);
    failures.Count();
    return absl::OkStatus();
  }));
  return check;
}

void AbuseGuard::Unfinished(Transaction& tx, const PasswordCheck& check) {
  for (const std::string& subject : check.counted) AccountFailures(tx.sql(), subject, clock_.Now()).TakeBack();
}

absl::Status AbuseGuard::AdmitNewPassword(PersonKind kind, const std::string& email_key) {
  return Count([&](soci::session& sql) { return Use(sql, kNewPasswords, AccountSubject(kind, email_key)); });
}

void AbuseGuard::PasswordProven(Transaction& tx, PersonKind kind, const std::string& email_key,
                                const std::string& session_id) {
  std::string account = AccountSubject(kind, email_key);
  ForgetCounter(tx.sql(), account);
  if (!session_id.empty()) ForgetCounter(tx.sql(), SessionSubject(account, session_id));
}

UnixMillis AbuseGuard::PausedUntil(soci::session& sql, PersonKind kind, const std::string& email_key) const {
  return AccountFailures(sql, AccountSubject(kind, email_key), clock_.Now()).blocked_until();
}

std::string AbuseGuard::LetIn(Transaction& tx, const Caller& caller, PersonKind kind, const std::string& email_key) {
  std::string account = AccountSubject(kind, email_key);
  UnixMillis now = clock_.Now();
  for (const std::string& subject : CallersSubjects(account, caller)) ForgetCounter(tx.sql(), subject);
  RememberCallersAddress(tx.sql(), account, caller, now);
  return RememberCallersDevice(tx.sql(), account, caller, now);
}

absl::Status AbuseGuard::RefuseLink(const Caller& caller, const absl::Status& error) {
  return Count([&](soci::session& sql) -> absl::Status {
    RETURN_IF_ERROR(Use(sql, kWrongLinks, ClientGroup(caller.remote_address)));
    return error;
  });
}

absl::Status AbuseGuard::AdmitGuess(const Caller& caller, const std::string& what) {
  return Count([&](soci::session& sql) -> absl::Status {
    UnixMillis now = clock_.Now();
    AccountFailures secret(sql, SecretSubject(what), now);
    if (secret.blocked_until() > now) return WaitUntil(secret.blocked_until(), now);
    if (!caller.remote_address.empty()) {
      AddressFailures address(sql, ClientGroup(caller.remote_address), now);
      if (address.blocked_until() > now) return WaitUntil(address.blocked_until(), now);
      address.Count();
    }
    secret.Count();
    return absl::OkStatus();
  });
}

void AbuseGuard::GuessedRight(Transaction& tx, const Caller& caller, const std::string& what) {
  ForgetCounter(tx.sql(), SecretSubject(what));
  if (!caller.remote_address.empty())
    AddressFailures(tx.sql(), ClientGroup(caller.remote_address), clock_.Now()).TakeBack();
}

absl::Status AbuseGuard::AdmitVisitor(const Caller& caller, const BotProof& proof) {
  std::string address = ClientGroup(caller.remote_address);
  return Count([&](soci::session& sql) -> absl::Status {
    if (address.empty()) return RequireProof(sql, proof, /*suspicious=*/false);
    UnixMillis now = clock_.Now();
    if (Usage told(sql, kTold, address, now); told.spent()) return WaitUntil(told.room_at(), now);
    bool often = CallsTooOften(sql, address, /*count=*/true);
    return RequireProof(sql, proof, often || Fails(AddressFailures(sql, address, now), address));
  });
}

absl::Status AbuseGuard::AdmitSignUp(const Caller& caller, const BotProof& proof) {
  RETURN_IF_ERROR(AdmitVisitor(caller, proof));
  return Count([&](soci::session& sql) { return Use(sql, kSignUps, ClientGroup(caller.remote_address)); });
}

absl::Status AbuseGuard::AdmitRecoveryCode(const Caller& caller) {
  if (caller.remote_address.empty()) return absl::OkStatus();
  return database_.Read([&](soci::session& sql) -> absl::Status {
    UnixMillis now = clock_.Now();
    bool many = Usage(sql, kAllWrongCodes, kEverybody, now).spent();
    Usage own(sql, many ? kFewWrongCodes : kWrongCodes, ClientGroup(caller.remote_address), now);
    return own.spent() ? WaitUntil(own.room_at(), now) : absl::OkStatus();
  });
}

void AbuseGuard::CountWrongRecoveryCode(Transaction& tx, const Caller& caller) {
  if (caller.remote_address.empty()) return;
  UnixMillis now = clock_.Now();
  if (Usage own(tx.sql(), kWrongCodes, ClientGroup(caller.remote_address), now); !own.spent()) own.Count();
  if (Usage all(tx.sql(), kAllWrongCodes, kEverybody, now); !all.spent()) all.Count();
}

absl::Status AbuseGuard::AdmitResend(const Caller& caller) {
  return Count([&](soci::session& sql) { return Use(sql, kResends, ClientGroup(caller.remote_address)); });
}

absl::Status AbuseGuard::AdmitMessage(const Caller& caller, const BotProof& proof) {
  return Count([&](soci::session& sql) -> absl::Status {
    RETURN_IF_ERROR(RequireProof(sql, proof, /*suspicious=*/true));
    Usage all(sql, kManyMessages, kEverybody, clock_.Now());
    RETURN_IF_ERROR(UseByGroup(sql, all.spent() ? kFewMessages : kMessages, caller.remote_address));
    if (!all.spent()) all.Count();
    return absl::OkStatus();
  });
}

absl::Status AbuseGuard::UseByGroup(soci::session& sql, const Allowance& allowance, const std::string& address) {
  if (address.empty()) return absl::OkStatus();
  UnixMillis now = clock_.Now();
  AddressGroups groups = GroupsOf(address);
  auto widened = [&](const AddressGroup& group) {
    return Allowance{allowance.name, allowance.limit * static_cast<int>(group.factor), allowance.window};
  };
  for (const AddressGroup& group : groups) {
    Allowance own = widened(group);
    if (Usage usage(sql, own, group.name, now); usage.spent()) return WaitUntil(usage.room_at(), now);
  }
  for (const AddressGroup& group : groups) {
    Allowance own = widened(group);
    Usage(sql, own, group.name, now).Count();
  }
  return absl::OkStatus();
}

absl::Status AbuseGuard::Use(soci::session& sql, const Allowance& allowance, const std::string& address) {
  if (address.empty()) return absl::OkStatus();
  UnixMillis now = clock_.Now();
  Usage usage(sql, allowance, address, now);
  if (usage.spent()) return WaitUntil(usage.room_at(), now);
  usage.Count();
  return absl::OkStatus();
}

absl::Status AbuseGuard::Reveal(const Caller& caller, const absl::Status& error) {
  return Disclose(ClientGroup(caller.remote_address), /*counts=*/true, error);
}

absl::Status AbuseGuard::Conceal(const Caller& caller, const absl::Status& error) {
  return Disclose(ClientGroup(caller.remote_address), /*counts=*/false, error);
}

absl::Status AbuseGuard::Disclose(const std::string& address, bool counts, const absl::Status& error) {
  if (address.empty()) return error;
  return Count([&](soci::session& sql) -> absl::Status {
    UnixMillis now = clock_.Now();
    Usage told(sql, kTold, address, now);
    bool spent = told.spent();
    // One write in both cases, so that the response time reveals nothing.
    if (counts && !spent) {
      told.Count();
    } else {
      told.Store();
    }
    return spent ? WaitUntil(told.room_at(), now) : error;
  });
}

bool AbuseGuard::CallsTooOften(soci::session& sql, const std::string& address, bool count) {
  if (policy_ != BotCheckPolicy::kAdaptive) return false;
  Usage calls(sql, kCalls, address, clock_.Now());
  bool often = calls.spent();
  if (count && !often) calls.Count();
  return often;
}

bool AbuseGuard::Fails(const AddressFailures& failures, const std::string& address) {
  absl::MutexLock lock(&mutex_);
  auto found = under_way_.find(address);
  return failures.count() - (found == under_way_.end() ? 0 : found->second) >= kFailuresBeforeProof;
}

bool AbuseGuard::WillNeedProof(const Caller& caller, const std::string& account) {
  if (policy_ == BotCheckPolicy::kOff) return false;
  UnixMillis now = clock_.Now();
  std::string address = ClientGroup(caller.remote_address);
  absl::StatusOr<bool> need = database_.Read([&](soci::session& sql) -> absl::StatusOr<bool> {
    bool failing = false;
    if (!account.empty()) {
      CallerFailures failures(sql, account, KnownSubjects(sql, account, caller), now);
      // The sign-in will be refused anyway, so the token is not spent.
      if (failures.blocked_until() > now) return false;
      failing = failures.count() >= kFailuresBeforeProof;
    }
    if (policy_ == BotCheckPolicy::kAlways || failing) return true;
    if (address.empty()) return false;
    return Fails(AddressFailures(sql, address, now), address) || CallsTooOften(sql, address, /*count=*/false);
  });
  return need.ok() && *need;
}

absl::Status AbuseGuard::RequireProof(soci::session& sql, const BotProof& proof, bool suspicious) {
  if (policy_ == BotCheckPolicy::kOff || (policy_ == BotCheckPolicy::kAdaptive && !suspicious)) return absl::OkStatus();
  if (recaptcha_ != nullptr) return proof.verdict.value_or(error::BotCheckMissing());
  std::optional<AltchaSolution> solution = altcha_.Verify(proof.altcha);
  if (!solution.has_value() || !SpendChallenge(sql, solution->challenge, solution->expires_at)) {
    return error::BotCheckMissing();
  }
  return absl::OkStatus();
}

void AbuseGuard::AskRecaptcha(const Caller& caller, const std::string& account, std::string_view action, bool always,
                              BotProof& proof) {
  if (recaptcha_ == nullptr || proof.recaptcha.empty()) return;
  if (policy_ == BotCheckPolicy::kOff || (!always && !WillNeedProof(caller, account))) return;
  std::string spent = "recaptcha:" + Base64Url(Sha256(proof.recaptcha));
  // Spend the token before verifying it, so that only one of two calls with the same token verifies it.
  proof.verdict = Count([&](soci::session& sql) -> absl::Status {
    bool fresh = SpendChallenge(sql, spent, clock_.Now() + kTokenLifetime);
    return fresh ? absl::OkStatus() : error::BotCheckMissing();
  });
  if (!proof.verdict->ok()) return;
  proof.verdict = recaptcha_->Verify(proof.recaptcha, caller.remote_address, action);
  if (!absl::IsUnavailable(*proof.verdict)) return;
  // The token was not verified, so it can be used again.
  absl::Status given_back = Count([&](soci::session& sql) -> absl::Status {
    GiveChallengeBack(sql, spent);
    return absl::OkStatus();
  });
  if (!given_back.ok()) proof.verdict = given_back;
}

void AbuseGuard::Begin(const std::string& address) {
  absl::MutexLock lock(&mutex_);
  ++under_way_[address];
}

void AbuseGuard::End(const std::string& address) {
  absl::MutexLock lock(&mutex_);
  auto found = under_way_.find(address);
  if (--found->second == 0) under_way_.erase(found);
}

}  // namespace academy::auth

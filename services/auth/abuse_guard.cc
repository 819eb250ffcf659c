#include "services/auth/abuse_guard.h"

#include <arpa/inet.h>

#include <algorithm>
#include <optional>

#include "services/auth/attempt_store.h"
#include "services/auth/errors.h"
#include "services/common/ids.h"
#include "services/common/status.h"

namespace academy::auth {
namespace {

constexpr UnixMillis kSecond = 1000;
constexpr UnixMillis kMinute = 60 * kSecond;

// When failures make wait, and for how long.
struct Pauses {
  int free_failures;
  UnixMillis first;
  UnixMillis longest;
};
constexpr Pauses kAccountPauses = {.free_failures = 5, .first = kMinute, .longest = 15 * kMinute};
constexpr Pauses kAddressPauses = {.free_failures = 100, .first = 10 * kSecond, .longest = 5 * kMinute};
// Failures are forgotten after as long without any.
constexpr UnixMillis kWindow = 15 * kMinute;

constexpr int kFailuresBeforeProof = 3;
constexpr int kCallsAMinute = 30;

std::string AccountSubject(PersonKind kind, const std::string& email_key) {
  return (kind == PersonKind::kManager ? "manager:" : "learner:") + email_key;
}

std::string AddressSubject(const Caller& caller) { return "address:" + AddressGroup(caller.peer); }

AttemptRecord Load(soci::session& sql, const std::string& subject, UnixMillis now) {
  AttemptRecord attempts = FindAttempts(sql, subject);
  if (attempts.last_at + kWindow <= now && attempts.blocked_until <= now) attempts.failures = 0;
  return attempts;
}

void CountFailure(soci::session& sql, AttemptRecord& attempts, const Pauses& pauses, UnixMillis now) {
  attempts.failures += 1;
  attempts.last_at = now;
  if (int excess = attempts.failures - pauses.free_failures; excess >= 0) {
    UnixMillis pause = pauses.first << std::min(excess, 10);
    attempts.blocked_until = now + std::min(pause, pauses.longest);
  }
  StoreAttempts(sql, attempts);
}

}  // namespace

std::string AddressGroup(std::string_view peer) {
  std::string text(peer);
  in6_addr address;
  if (inet_pton(AF_INET6, text.c_str(), &address) != 1) return text;
  if (IN6_IS_ADDR_V4MAPPED(&address)) return text.substr(text.rfind(':') + 1);
  return Hex(std::string_view(reinterpret_cast<const char*>(address.s6_addr), 8));
}

absl::Status AbuseGuard::AdmitSignIn(const Caller& caller, PersonKind kind, const std::string& email_key,
                                     std::string_view altcha) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    soci::session& sql = tx.sql();
    UnixMillis now = clock_.Now();
    AttemptRecord account = Load(sql, AccountSubject(kind, email_key), now);
    AttemptRecord address = Load(sql, AddressSubject(caller), now);
    if (UnixMillis until = std::max(account.blocked_until, address.blocked_until); until > now) {
      return error::TooManyAttempts((until - now + kSecond - 1) / kSecond);
    }
    bool suspicious = CountCall(sql, caller) || account.failures >= kFailuresBeforeProof ||
                      (!caller.peer.empty() && address.failures >= kFailuresBeforeProof);
    if (policy_ == BotCheckPolicy::kAlways || (policy_ == BotCheckPolicy::kAdaptive && suspicious)) {
      RETURN_IF_ERROR(RequireProof(sql, altcha));
    }
    CountFailure(sql, account, kAccountPauses, now);
    if (!caller.peer.empty()) CountFailure(sql, address, kAddressPauses, now);
    return absl::OkStatus();
  });
}

absl::Status AbuseGuard::AdmitPasswordCheck(PersonKind kind, const std::string& email_key) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    UnixMillis now = clock_.Now();
    AttemptRecord account = Load(tx.sql(), AccountSubject(kind, email_key), now);
    if (account.blocked_until > now) {
      return error::TooManyAttempts((account.blocked_until - now + kSecond - 1) / kSecond);
    }
    CountFailure(tx.sql(), account, kAccountPauses, now);
    return absl::OkStatus();
  });
}

void AbuseGuard::Succeeded(Transaction& tx, const Caller& caller, PersonKind kind, const std::string& email_key) {
  ForgetAttempts(tx.sql(), AccountSubject(kind, email_key));
  if (caller.peer.empty()) return;
  AttemptRecord address = FindAttempts(tx.sql(), AddressSubject(caller));
  address.failures = std::max(0, address.failures - 1);
  if (address.failures < kAddressPauses.free_failures) address.blocked_until = 0;
  StoreAttempts(tx.sql(), address);
}

void AbuseGuard::PasswordProven(Transaction& tx, PersonKind kind, const std::string& email_key) {
  ForgetAttempts(tx.sql(), AccountSubject(kind, email_key));
}

absl::Status AbuseGuard::AdmitVisitor(const Caller& caller, std::string_view altcha) {
  if (policy_ == BotCheckPolicy::kOff) return absl::OkStatus();
  bool suspicious = false;
  // The count must stay even when the call is refused for want of a proof: two transactions.
  RETURN_IF_ERROR(database_.Write([&](Transaction& tx) -> absl::Status {
    AttemptRecord address = Load(tx.sql(), AddressSubject(caller), clock_.Now());
    suspicious = CountCall(tx.sql(), caller) || (!caller.peer.empty() && address.failures >= kFailuresBeforeProof);
    return absl::OkStatus();
  }));
  if (policy_ == BotCheckPolicy::kAdaptive && !suspicious) return absl::OkStatus();
  return database_.Write([&](Transaction& tx) { return RequireProof(tx.sql(), altcha); });
}

bool AbuseGuard::CountCall(soci::session& sql, const Caller& caller) {
  if (policy_ != BotCheckPolicy::kAdaptive || caller.peer.empty()) return false;
  UnixMillis now = clock_.Now();
  AttemptRecord calls = FindAttempts(sql, "rate:" + AddressGroup(caller.peer));
  // `last_at` is the beginning of the minute that is counted.
  if (calls.last_at + kMinute <= now) {
    calls.failures = 0;
    calls.last_at = now;
  }
  calls.failures += 1;
  StoreAttempts(sql, calls);
  return calls.failures > kCallsAMinute;
}

absl::Status AbuseGuard::RequireProof(soci::session& sql, std::string_view altcha) {
  std::optional<AltchaSolution> solution = altcha_.Verify(altcha);
  if (!solution.has_value() || !SpendChallenge(sql, solution->challenge, solution->expires_at)) {
    return error::BotCheckMissing();
  }
  return absl::OkStatus();
}

}  // namespace academy::auth

#include "services/auth/abuse/abuse_counters.h"

#include <algorithm>
#include <charconv>

#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kWindow = absl::Minutes(15);

// The first failure that causes a pause, and the lengths of the pauses.
struct Pauses {
  int first_failure;
  absl::Duration first;
  absl::Duration max;
};
constexpr Pauses kAccountPauses = {.first_failure = 5, .first = absl::Minutes(1), .max = absl::Minutes(15)};
constexpr Pauses kAddressPauses = {.first_failure = 100, .first = absl::Seconds(10), .max = absl::Minutes(5)};

absl::Duration PauseAfter(int failures, const Pauses& pauses) {
  int excess = failures - pauses.first_failure;
  return excess < 0 ? absl::ZeroDuration() : std::min(pauses.first * (1 << std::min(excess, 10)), pauses.max);
}

int NumberIn(const std::string& text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

std::string AccountSubject(PersonKind kind, std::string_view email_key) {
  return (kind == PersonKind::kManager ? "manager:" : "learner:") + Base64Url(Sha256(email_key));
}

AccountFailures::AccountFailures(soci::session& sql, const std::string& subject, UnixMillis now)
    : sql_(sql), now_(now), record_(FindCounter(sql, subject, now)), count_(NumberIn(record_.counts)) {}

void AccountFailures::Count() {
  ++count_;
  absl::Duration pause = PauseAfter(count_, kAccountPauses);
  if (pause > absl::ZeroDuration()) record_.blocked_until = now_ + pause;
  Store();
}

void AccountFailures::TakeBack() {
  // It has expired since.
  if (count_ == 0) return;
  --count_;
  record_.blocked_until = 0;
  Store();
}

void AccountFailures::Store() {
  record_.counts = std::to_string(count_);
  record_.forget_at = std::max(now_, record_.blocked_until) + kWindow;
  StoreCounter(sql_, record_);
}

CallerFailures::CallerFailures(soci::session& sql, const std::string& account, const std::vector<std::string>& own,
                               UnixMillis now)
    : account_(sql, account, now), paused_(account_.blocked_until() > now) {
  for (const std::string& subject : own) own_.emplace_back(sql, subject, now);
}

int CallerFailures::count() const {
  if (!paused_ || own_.empty()) return account_.count();
  int least = own_.front().count();
  for (const AccountFailures& failures : own_) least = std::min(least, failures.count());
  return least;
}

UnixMillis CallerFailures::blocked_until() const {
  if (!paused_) return 0;
  if (own_.empty()) return account_.blocked_until();
  UnixMillis first = own_.front().blocked_until();
  for (const AccountFailures& failures : own_) first = std::min(first, failures.blocked_until());
  return first;
}

void CallerFailures::Count() {
  for (AccountFailures& failures : own_) failures.Count();
  if (!paused_) account_.Count();
}

AddressFailures::AddressFailures(soci::session& sql, const std::string& group, UnixMillis now)
    : sql_(sql),
      now_(now),
      record_(FindCounter(sql, "failures:" + group, now)),
      counts_(record_.counts, kWindow, now) {}

void AddressFailures::Count() {
  counts_.Add();
  absl::Duration pause = PauseAfter(counts_.total(), kAddressPauses);
  if (pause > absl::ZeroDuration()) record_.blocked_until = now_ + pause;
  Store();
}

void AddressFailures::TakeBack() {
  counts_.TakeBack();
  record_.blocked_until = 0;
  Store();
}

void AddressFailures::Store() {
  record_.counts = counts_.ToText();
  record_.forget_at = std::max(now_, record_.blocked_until) + kWindow;
  StoreCounter(sql_, record_);
}

Usage::Usage(soci::session& sql, const Allowance& allowance, const std::string& group, UnixMillis now)
    : sql_(sql),
      allowance_(allowance),
      now_(now),
      record_(FindCounter(sql, std::string(allowance.name) + ":" + group, now)),
      counts_(record_.counts, allowance.window, now) {}

void Usage::Count() {
  counts_.Add();
  Store();
}

void Usage::Store() {
  record_.counts = counts_.ToText();
  record_.forget_at = now_ + allowance_.window;
  StoreCounter(sql_, record_);
}

}  // namespace academy::auth

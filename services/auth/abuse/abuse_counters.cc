#include "services/auth/abuse/abuse_counters.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/hex.h"

namespace academy::auth {
namespace {

constexpr UnixMillis kSecond = 1000;
constexpr UnixMillis kMinute = 60 * kSecond;
constexpr UnixMillis kWindow = 15 * kMinute;

// The failure from which on each makes wait, and for how long.
struct Pauses {
  int first_failure;
  UnixMillis first;
  UnixMillis longest;
};
constexpr Pauses kAccountPauses = {.first_failure = 5, .first = kMinute, .longest = 15 * kMinute};
constexpr Pauses kAddressPauses = {.first_failure = 100, .first = 10 * kSecond, .longest = 5 * kMinute};

// No address is longer; anything else is no address of ours and counts by its hash.
constexpr size_t kMaxAddress = 64;

UnixMillis PauseAfter(int failures, const Pauses& pauses) {
  int excess = failures - pauses.first_failure;
  return excess < 0 ? 0 : std::min(pauses.first << std::min(excess, 10), pauses.longest);
}

int NumberIn(const std::string& text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

std::string AddressGroup(std::string_view peer) {
  // Without the interface of a link-local address.
  std::string text(peer.substr(0, peer.find('%')));
  if (text.size() > kMaxAddress) return Base64Url(Sha256(text));
  in6_addr address;
  if (inet_pton(AF_INET6, text.c_str(), &address) != 1) return text;
  if (!IN6_IS_ADDR_V4MAPPED(&address)) {
    return Hex(std::string_view(reinterpret_cast<const char*>(address.s6_addr), 8));
  }
  char mapped[INET_ADDRSTRLEN];
  return inet_ntop(AF_INET, address.s6_addr + 12, mapped, sizeof(mapped));
}

std::string AccountSubject(PersonKind kind, std::string_view email_key) {
  return (kind == PersonKind::kManager ? "manager:" : "learner:") + Base64Url(Sha256(email_key));
}

AccountFailures::AccountFailures(soci::session& sql, const std::string& subject, UnixMillis now)
    : sql_(sql), now_(now), record_(FindCounter(sql, subject, now)), count_(NumberIn(record_.counts)) {}

void AccountFailures::Count() {
  ++count_;
  record_.counts = std::to_string(count_);
  if (UnixMillis pause = PauseAfter(count_, kAccountPauses); pause > 0) record_.blocked_until = now_ + pause;
  record_.forget_at = std::max(now_, record_.blocked_until) + kWindow;
  StoreCounter(sql_, record_);
}

AddressFailures::AddressFailures(soci::session& sql, const std::string& group, UnixMillis now)
    : sql_(sql),
      now_(now),
      record_(FindCounter(sql, "failures:" + group, now)),
      counts_(record_.counts, kWindow, now) {}

void AddressFailures::Count() {
  counts_.Add();
  if (UnixMillis pause = PauseAfter(counts_.total(), kAddressPauses); pause > 0) record_.blocked_until = now_ + pause;
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

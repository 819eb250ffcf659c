// The counters behind AbuseGuard: whose they are, when they make wait, when they are forgotten.
//
// Values over one transaction or snapshot, used by its thread; loading and storing may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>
#include <string_view>

#include "services/auth/abuse/attempt_store.h"
#include "services/auth/abuse/sliding_count.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/base/clock.h"

namespace academy::auth {

// What an address is counted as: IPv4 whole (an IPv4-mapped IPv6 address too), IPv6 by its /64, which one household
// has.
std::string AddressGroup(std::string_view peer);

// Whose sign-ins are counted: of a fixed length whatever people type, and without keeping what they typed (some type
// their password there).
std::string AccountSubject(PersonKind kind, std::string_view email_key);

// Failures of one account (or of one secret that everybody may guess). After 5 of them, with less than 15 minutes
// between one and the next, each makes wait: a minute at first, doubling up to 15. They are forgotten 15 minutes after
// the last failure or the end of its pause. So a guesser of any pace has about 400 guesses a day, and one who goes on
// through the pauses about 100.
class AccountFailures {
 public:
  AccountFailures(soci::session& sql, const std::string& subject, UnixMillis now);

  int count() const { return count_; }
  UnixMillis blocked_until() const { return record_.blocked_until; }
  void Count();

 private:
  soci::session& sql_;
  const UnixMillis now_;
  CounterRecord record_;
  int count_;
};

// Failures of one address, which a whole school may share: from the 100th within 15 minutes on each makes wait, 10
// seconds at first, doubling up to 5 minutes.
class AddressFailures {
 public:
  AddressFailures(soci::session& sql, const std::string& group, UnixMillis now);

  int count() const { return counts_.total(); }
  UnixMillis blocked_until() const { return record_.blocked_until; }
  void Count();
  // The newest was none, and so makes nobody wait.
  void TakeBack();

 private:
  void Store();

  soci::session& sql_;
  const UnixMillis now_;
  CounterRecord record_;
  SlidingCount counts_;
};

// How often an address may do something within a time.
struct Allowance {
  // Begins the counter's key.
  const char* name;
  int limit;
  UnixMillis window;
};

// What an address used of an allowance.
class Usage {
 public:
  Usage(soci::session& sql, const Allowance& allowance, const std::string& group, UnixMillis now);

  bool spent() const { return counts_.total() >= allowance_.limit; }
  // When it is so no more.
  UnixMillis room_at() const { return counts_.RoomAt(allowance_.limit); }
  void Count();
  // Writes down what there is: for callers who must cost as much as those who count.
  void Store();

 private:
  soci::session& sql_;
  const Allowance& allowance_;
  const UnixMillis now_;
  CounterRecord record_;
  SlidingCount counts_;
};

}  // namespace academy::auth

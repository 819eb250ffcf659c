// The counters behind AbuseGuard: their subjects, the pauses they cause, and when they expire.
//
// Each object belongs to one transaction or snapshot and is used by its thread. Loading and storing may throw as SOCI
// does.
#pragma once

#include <soci/soci.h>

#include <string>
#include <string_view>
#include <vector>

#include "services/auth/abuse/attempt_store.h"
#include "services/auth/abuse/sliding_count.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/base/clock.h"

namespace academy::auth {

// Returns the counter subject of an account's sign-ins. It has a fixed length and does not contain the text that was
// typed, because some people type their password there.
std::string AccountSubject(PersonKind kind, std::string_view email_key);

// Failures at one account, or at one secret that anyone can guess. After 5 failures less than 15 minutes apart, each
// further one pauses the account: for a minute at first, doubling up to 15. The count expires 15 minutes after the last
// failure or the end of its pause. A guesser thus gets about 400 guesses a day at any pace, and about 100 when guessing
// through the pauses.
class AccountFailures {
 public:
  AccountFailures(soci::session& sql, const std::string& subject, UnixMillis now);

  int count() const { return count_; }
  UnixMillis blocked_until() const { return record_.blocked_until; }
  void Count();
  // Undoes the last Count, whose attempt was not a failure, and its pause.
  void TakeBack();

 private:
  void Store();

  soci::session& sql_;
  const UnixMillis now_;
  CounterRecord record_;
  int count_;
};

// Failures at an account by one caller. Those of a known caller are also counted under each of the `own` subjects (none
// for a stranger), and while the account is paused only these can block the caller, and only all of them together: a
// stranger's guesses do not lock the caller out, nor do those of somebody who shares the caller's address or has stolen
// the device's token. Nobody gets more guesses with one subject than a stranger.
class CallerFailures {
 public:
  CallerFailures(soci::session& sql, const std::string& account, const std::vector<std::string>& own, UnixMillis now);

  // Whether the account is paused for strangers.
  bool paused() const { return paused_; }
  int count() const;
  UnixMillis blocked_until() const;
  void Count();

 private:
  AccountFailures account_;
  std::vector<AccountFailures> own_;
  const bool paused_;
};

// Failures from one address, which a whole school may share. From the 100th within 15 minutes on, each pauses the
// address: for 10 seconds at first, doubling up to 5 minutes.
class AddressFailures {
 public:
  AddressFailures(soci::session& sql, const std::string& group, UnixMillis now);

  int count() const { return counts_.total(); }
  UnixMillis blocked_until() const { return record_.blocked_until; }
  void Count();
  // Undoes the last Count, whose attempt was not a failure, and its pause.
  void TakeBack();

 private:
  void Store();

  soci::session& sql_;
  const UnixMillis now_;
  CounterRecord record_;
  SlidingCount counts_;
};

// How often an address may do something within a period.
struct Allowance {
  // Prefix of the counter's key.
  const char* name;
  int limit;
  absl::Duration window;
};

// How much of an allowance an address has used.
class Usage {
 public:
  Usage(soci::session& sql, const Allowance& allowance, const std::string& group, UnixMillis now);

  bool spent() const { return counts_.total() >= allowance_.limit; }
  // When it is no longer spent.
  UnixMillis room_at() const { return counts_.RoomAt(allowance_.limit); }
  void Count();
  // Stores the count unchanged, for callers whose call must take as long as one that counts.
  void Store();

 private:
  soci::session& sql_;
  const Allowance& allowance_;
  const UnixMillis now_;
  CounterRecord record_;
  SlidingCount counts_;
};

}  // namespace academy::auth

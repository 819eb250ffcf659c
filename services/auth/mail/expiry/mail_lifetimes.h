// How long a mail is worth sending, by its kind.
#pragma once

#include <cstdint>
#include <string_view>

#include "absl/time/time.h"
#include "services/auth/mail/mail_store.h"
#include "services/platform/base/clock.h"

namespace academy::auth {

// How long the code or link of a mail is valid.
inline constexpr absl::Duration kActivationLifetime = absl::Hours(48);
inline constexpr absl::Duration kRecoveryLifetime = absl::Minutes(10);
// Longer than any pause, because somebody who goes on guessing starts one after another.
inline constexpr absl::Duration kUnlockLifetime = absl::Hours(6);
// How long other mails are worth sending.
inline constexpr absl::Duration kNoticeLifetime = absl::Hours(7 * 24);
// A visitor's message exists only in its mail.
inline constexpr absl::Duration kContactLifetime = absl::Hours(30 * 24);

// `kind` is a NameOf(MailKind).
absl::Duration LifetimeOf(std::string_view kind);

enum class MailAge {
  // To be sent.
  kGood,
  // Its code or link is dead by the system clock, which may be wrong. Not to be sent, nor given up yet.
  kDoubtful,
  // Its lifetime was counted, and its code or link is dead.
  kExpired,
};

// Returns whether to send a mail. Only counted time makes a mail expire, because the system clock may jump. `counted`
// is CountedMillis.
MailAge AgeOf(const MailRecord& mail, UnixMillis now, int64_t counted);

// Returns how much must still be counted until the mail has expired.
absl::Duration CountsUntilExpired(const MailRecord& mail, int64_t counted);

}  // namespace academy::auth

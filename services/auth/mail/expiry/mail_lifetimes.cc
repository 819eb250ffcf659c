#include "services/auth/mail/expiry/mail_lifetimes.h"

#include "services/platform/background/counted_time.h"

namespace academy::auth {
namespace {

bool HasCode(std::string_view kind) {
  return kind == NameOf(MailKind::kActivation) || kind == NameOf(MailKind::kRecovery) ||
         kind == NameOf(MailKind::kUnlock);
}

}  // namespace

absl::Duration LifetimeOf(std::string_view kind) {
  if (kind == NameOf(MailKind::kActivation)) return kActivationLifetime;
  if (kind == NameOf(MailKind::kRecovery)) return kRecoveryLifetime;
  if (kind == NameOf(MailKind::kUnlock)) return kUnlockLifetime;
  if (kind == NameOf(MailKind::kContact)) return kContactLifetime;
  return kNoticeLifetime;
}

MailAge AgeOf(const MailRecord& mail, UnixMillis now, int64_t counted) {
  bool counted_out = CountsUntilExpired(mail, counted) <= absl::ZeroDuration();
  if (!HasCode(mail.kind)) return counted_out ? MailAge::kExpired : MailAge::kGood;
  // Codes and links are refused by the system clock, and sending them again does not renew them.
  if (now < mail.created_at + LifetimeOf(mail.kind)) return MailAge::kGood;
  return counted_out ? MailAge::kExpired : MailAge::kDoubtful;
}

absl::Duration CountsUntilExpired(const MailRecord& mail, int64_t counted) {
  // What was counted since is up to a step too much, because the number may have been as old when it was stored.
  return LifetimeOf(mail.kind) + CountedTime::kMaxStep - absl::Milliseconds(counted - mail.counted_since);
}

}  // namespace academy::auth

#include "services/auth/mail/expiry/mail_lifetimes.h"

#include "services/auth/mail/expiry/counted_time.h"

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
  UnixMillis since = HasCode(mail.kind) ? mail.created_at : mail.tried_since;
  if (now < since + LifetimeOf(mail.kind)) return MailAge::kGood;
  return CountsUntilExpired(mail, counted) > absl::ZeroDuration() ? MailAge::kDoubtful : MailAge::kExpired;
}

absl::Duration CountsUntilExpired(const MailRecord& mail, int64_t counted) {
  // What was counted since is up to a step too much, because the number may have been as old when it was stored.
  return LifetimeOf(mail.kind) + CountedTime::kMaxStep - absl::Milliseconds(counted - mail.counted_since);
}

}  // namespace academy::auth

#include "services/auth/unlock/unlock_mail.h"

#include <optional>
#include <string>
#include <string_view>

#include "services/auth/abuse/abuse_guard.h"
#include "services/auth/errors.h"
#include "services/auth/mail/expiry/mail_lifetimes.h"
#include "services/auth/mail/notices.h"
#include "services/auth/sessions/session_manager.h"
#include "services/auth/unlock/unlock_store.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kMailAgainAfter = absl::Hours(2);
constexpr std::string_view kLearnersPage = "/client/auth/unlock";
constexpr std::string_view kManagersPage = "/admin/auth/unlock";

bool IsDue(const std::optional<UnlockLink>& last, UnixMillis pause_end, UnixMillis now) {
  if (!last.has_value()) return true;
  if (last->pause_end == pause_end) return false;
  return last->used_at != 0 || last->created_at + kMailAgainAfter <= now;
}

template <typename Record>
void Mail(Transaction& tx, const Deps& deps, PersonKind kind, const Record& person, std::string_view page) {
  UnixMillis now = deps.clock.Now();
  UnixMillis pause_end = deps.guard.PausedUntil(tx.sql(), kind, person.email_key);
  std::string account = AccountSubject(kind, person.email_key);
  if (pause_end <= now || !IsDue(FindUnlockLinkOf(tx.sql(), account), pause_end, now)) return;
  std::string token = NewToken(256);
  StoreUnlockLink(tx.sql(), {.account = account,
                             .person_id = person.id,
                             .token_hash = HashToken(token),
                             .pause_end = pause_end,
                             .created_at = now,
                             .expires_at = now + kUnlockLifetime});
  deps.outbox.Add(tx, MailKind::kUnlock, {.address = person.email, .person_id = person.id},
                  deps.texts.Unlock(person.language, GreetedName(person), page, token));
}

template <typename Record>
absl::Status Refuse(const Deps& deps, const Record& person) {
  RETURN_IF_ERROR(deps.database.Write([&](Transaction& tx) -> absl::Status {
    MailUnlockLink(tx, deps, person);
    return absl::OkStatus();
  }));
  return error::WrongPassword();
}

}  // namespace

void MailUnlockLink(Transaction& tx, const Deps& deps, const LearnerRecord& learner) {
  if (learner.activated == 0 || learner.active == 0) return;
  Mail(tx, deps, PersonKind::kLearner, learner, kLearnersPage);
}

void MailUnlockLink(Transaction& tx, const Deps& deps, const ManagerRecord& manager) {
  Mail(tx, deps, PersonKind::kManager, manager, kManagersPage);
}

absl::Status RefusePassword(const Deps& deps, const LearnerRecord& learner) { return Refuse(deps, learner); }

absl::Status RefusePassword(const Deps& deps, const ManagerRecord& manager) { return Refuse(deps, manager); }

}  // namespace academy::auth

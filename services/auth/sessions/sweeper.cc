#include "services/auth/sessions/sweeper.h"

#include "absl/time/time.h"
#include "services/auth/abuse/attempt_store.h"
#include "services/auth/mail/mail_store.h"
#include "services/auth/sessions/session_store.h"
#include "services/auth/sign_in/token_store.h"
#include "services/auth/unlock/unlock_store.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

// An expired token is refused even before a sweep; this is how soon the live connection learns of it.
constexpr absl::Duration kInterval = absl::Seconds(5);

// How long the holders are told the reason. Other sessions are deleted when their people sign in again.
constexpr absl::Duration kKeepRemovedSessions = absl::Hours(30 * 24);
// Recoveries outlive their validity by a day, because codes are counted per day; so do activation tokens.
constexpr absl::Duration kKeepTokens = absl::Hours(48);
// How long a person's address or device stays known.
constexpr absl::Duration kKeepPlaces = absl::Hours(90 * 24);
constexpr absl::Duration kKeepMails = absl::Hours(90 * 24);

}  // namespace

Sweeper::Sweeper(Database& database, SessionManager& sessions, const Clock& clock)
    : database_(database),
      sessions_(sessions),
      clock_(clock),
      task_({.failure = "sweep failed", .interval = kInterval}, [this] { return Sweep(); }) {}

absl::Status Sweeper::Sweep() {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    UnixMillis now = clock_.Now();
    sessions_.EndExpired(tx);
    ForgetRemovedSessionsBefore(tx.sql(), now - kKeepRemovedSessions);
    ForgetTokensBefore(tx.sql(), now - kKeepTokens);
    ForgetMailsBefore(tx.sql(), now - kKeepMails);
    ForgetCountersBefore(tx.sql(), now);
    ForgetAddressesSeenBefore(tx.sql(), now - kKeepPlaces);
    ForgetDevicesSeenBefore(tx.sql(), now - kKeepPlaces);
    ForgetChallengesExpiredBefore(tx.sql(), now);
    ForgetUnlockLinksBefore(tx.sql(), now);
    return absl::OkStatus();
  });
}

}  // namespace academy::auth

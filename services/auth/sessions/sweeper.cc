#include "services/auth/sessions/sweeper.h"

#include "absl/time/time.h"
#include "services/auth/abuse/attempt_store.h"
#include "services/auth/mail/mail_store.h"
#include "services/auth/sessions/session_store.h"
#include "services/auth/sign_in/token_store.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

// An expired token is refused at once without any sweep; this is how soon the live connection hears of it.
constexpr absl::Duration kInterval = absl::Seconds(5);

constexpr UnixMillis kDay = 24LL * 60 * 60 * 1000;
// Their holders are told why for as long; others are forgotten as their people sign in again.
constexpr UnixMillis kKeepRemovedSessions = 30 * kDay;
// Codes a day are counted, so recoveries stay a day longer than they are good for; activation tokens likewise.
constexpr UnixMillis kKeepTokens = 2 * kDay;
constexpr UnixMillis kKeepMails = 90 * kDay;

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
    ForgetChallengesExpiredBefore(tx.sql(), now);
    return absl::OkStatus();
  });
}

}  // namespace academy::auth

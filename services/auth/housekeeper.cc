#include "services/auth/housekeeper.h"

#include "absl/time/time.h"
#include "services/auth/attempt_store.h"
#include "services/auth/mail_store.h"
#include "services/auth/session_store.h"
#include "services/auth/token_store.h"
#include "services/common/log.h"
#include "services/common/status.h"

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

Housekeeper::Housekeeper(Database& database, SessionKeeper& sessions, const Clock& clock)
    : database_(database), sessions_(sessions), clock_(clock) {
  thread_ = std::thread([this] { Run(); });
}

Housekeeper::~Housekeeper() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }
  thread_.join();
}

absl::Status Housekeeper::Sweep() {
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

void Housekeeper::Run() {
  while (true) {
    {
      absl::MutexLock lock(&mutex_);
      if (mutex_.AwaitWithTimeout(absl::Condition(&stopping_), kInterval)) return;
    }
    if (absl::Status status = Sweep(); !status.ok()) LogWarning("sweep failed", {{"error", MessageOf(status)}});
  }
}

}  // namespace academy::auth

#include "services/auth/mail/mail_worker.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/random/random.h"
#include "services/auth/mail/expiry/mail_lifetimes.h"
#include "services/platform/background/counted_time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy::auth {
namespace {

// Other processes of the same database may add mails without waking this one.
constexpr absl::Duration kMaxSleep = absl::Seconds(30);
// Pause after a failed database call.
constexpr absl::Duration kDatabasePause = absl::Seconds(1);
// A clock that is adjusted by less was not set back.
constexpr absl::Duration kAdjustment = absl::Seconds(1);
// How soon a mail whose age is doubtful is looked at again.
constexpr absl::Duration kMinRecheck = absl::Minutes(1);
constexpr absl::Duration kMaxRecheck = absl::Hours(1);
// Keeps mails that failed together from being retried together.
constexpr double kJitter = 0.2;

bool HasText(const MailRecord& mail) { return !mail.text.empty() || !mail.html.empty(); }

}  // namespace

MailWorker::MailWorker(Database& database, Outbox& outbox, MailSender& sender, const Clock& clock,
                       const MailWorkerOptions& options)
    : database_(database), outbox_(outbox), sender_(sender), clock_(clock), options_(options) {
  // A SQLite file has one process, so existing leases were left by one that died.
  if (database_.engine() == Engine::kSqlite) {
    absl::Status ended = database_.Write([&](Transaction& tx) -> absl::Status {
      EndMailLeases(tx.sql(), clock_.Now());
      return absl::OkStatus();
    });
    if (!ended.ok()) LogWarning("mail leases not ended", {{"error", MessageOf(ended)}});
  }
  // The clock may have been set back while nothing ran. A failure is retried before anything is sent.
  FollowClock(clock_.Now()).IgnoreError();
  outbox_.Listen([this] { Wake(); });
  for (int i = 0; i < options_.threads; ++i) threads_.emplace_back([this] { Run(); });
  threads_.emplace_back([this] { KeepLeases(); });
}

MailWorker::~MailWorker() {
  outbox_.Listen({});
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    changed_.Changed();
  }
  sender_.Cancel();
  for (std::thread& thread : threads_) thread.join();
}

void MailWorker::Wake() {
  absl::MutexLock lock(&mutex_);
  woken_ = true;
  changed_.Changed();
}

bool MailWorker::Stopping() {
  absl::MutexLock lock(&mutex_);
  return stopping_;
}

bool MailWorker::Pause(absl::Duration duration) {
  absl::MutexLock lock(&mutex_);
  return changed_.Await(mutex_, duration, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_; });
}

void MailWorker::Run() {
  absl::Duration sleep = absl::ZeroDuration();
  while (true) {
    {
      absl::MutexLock lock(&mutex_);
      changed_.Await(mutex_, sleep, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return woken_ || stopping_; });
      if (stopping_) return;
      woken_ = false;
    }
    sleep = SendDue();
  }
}

absl::Duration MailWorker::SendDue() {
  bool sent_any = false;
  while (!Stopping()) {
    UnixMillis now = clock_.Now();
    if (!FollowClock(now).ok()) return kDatabasePause;
    // Check with a read first, because leasing takes a write.
    absl::StatusOr<std::optional<UnixMillis>> due = database_.Read(
        [&](soci::session& sql) -> absl::StatusOr<std::optional<UnixMillis>> { return NextMailDue(sql, now); });
    if (!due.ok()) return kDatabasePause;
    if (!due->has_value() || **due > now) {
      if (sent_any) sender_.Rest();
      return due->has_value() ? std::min(absl::Milliseconds(**due - now), kMaxSleep) : kMaxSleep;
    }
    std::string lease = NewToken(128);
    using Leased = absl::StatusOr<std::optional<MailRecord>>;
    Leased mail = database_.Write([&](Transaction& tx) -> Leased { return LeaseNext(tx, now, lease); });
    if (!mail.ok()) return kDatabasePause;
    if (!mail->has_value()) continue;
    {
      absl::MutexLock lock(&mutex_);
      leases_.emplace(lease, (*mail)->id);
    }
    // Another thread may have more to send.
    Wake();
    absl::Status sent =
        HasText(**mail) ? sender_.Send(**mail) : absl::InvalidArgumentError("the text of this mail was deleted");
    Settle(**mail, sent);
    sent_any = true;
    absl::MutexLock lock(&mutex_);
    leases_.erase(lease);
  }
  return absl::ZeroDuration();
}

std::optional<MailRecord> MailWorker::LeaseNext(Transaction& tx, UnixMillis now, const std::string& lease) const {
  std::optional<MailRecord> mail = FindDueMail(tx.sql(), now);
  if (!mail.has_value()) return std::nullopt;
  int64_t counted = CountedMillis(tx.sql());
  switch (AgeOf(*mail, now, counted)) {
    case MailAge::kGood:
      return LeaseMail(tx.sql(), mail->id, now + options_.lease, lease);
    case MailAge::kDoubtful: {
      absl::Duration recheck = std::clamp(CountsUntilExpired(*mail, counted), kMinRecheck, kMaxRecheck);
      PostponeMail(tx.sql(), mail->id, mail->lease, now + recheck, mail->last_error);
      return std::nullopt;
    }
    case MailAge::kExpired:
      ExpireMail(tx.sql(), mail->id);
      tx.OnCommit([id = mail->id, kind = mail->kind] { LogInfo("mail expired", {{"mail", id}, {"kind", kind}}); });
      return std::nullopt;
  }
  return std::nullopt;
}

absl::Status MailWorker::FollowClock(UnixMillis now) {
  {
    absl::MutexLock lock(&mutex_);
    if (latest_ != 0 && now >= latest_ - kAdjustment) {
      latest_ = std::max(latest_, now);
      return absl::OkStatus();
    }
  }
  absl::Status written = database_.Write([&](Transaction& tx) -> absl::Status {
    EndPostponements(tx.sql(), now, now + options_.lease);
    return absl::OkStatus();
  });
  if (!written.ok()) return written;
  absl::MutexLock lock(&mutex_);
  latest_ = now;
  return written;
}

void MailWorker::Settle(const MailRecord& mail, const absl::Status& sent) {
  if (sent.ok()) {
    LogInfo("mail sent", {{"mail", mail.id}, {"attempts", mail.attempts}});
  } else {
    LogWarning("mail not sent", {{"mail", mail.id}, {"attempts", mail.attempts}, {"error", MessageOf(sent)}});
  }
  while (true) {
    bool stopping = Stopping();
    absl::Status stored = database_.Write([&](Transaction& tx) -> absl::Status {
      Store(tx, mail, sent, stopping);
      return absl::OkStatus();
    });
    if (stored.ok()) return;
    // If the outcome is lost, a mail that was accepted is sent twice.
    LogError("mail state not stored", {{"mail", mail.id}, {"error", MessageOf(stored)}});
    if (stopping || Pause(kDatabasePause)) return;
  }
}

void MailWorker::Store(Transaction& tx, const MailRecord& mail, const absl::Status& sent, bool stopping) const {
  UnixMillis now = clock_.Now();
  if (sent.ok()) {
    MarkMailSent(tx.sql(), mail.id, now);
    if (!options_.keep_bodies) ForgetMailBody(tx.sql(), mail.id);
    return;
  }
  std::optional<MailRecord> current = FindMail(tx.sql(), mail.id);
  if (!current.has_value()) return;
  std::string error(MessageOf(sent));
  bool sent_again_meanwhile = current->attempts == 0;
  if (sent_again_meanwhile) {
    PostponeMail(tx.sql(), mail.id, mail.lease, now, error);
  } else if (stopping && !absl::IsInvalidArgument(sent)) {
    // A cancelled attempt says nothing about the server, so the next start retries at once.
    PostponeMail(tx.sql(), mail.id, mail.lease, now, current->last_error);
  } else if (absl::IsInvalidArgument(sent)) {
    MarkMailFailed(tx.sql(), mail.id, mail.lease, error);
  } else {
    PostponeMail(tx.sql(), mail.id, mail.lease, NextAttempt(mail.attempts, now), error);
  }
}

UnixMillis MailWorker::NextAttempt(int attempts, UnixMillis now) const {
  absl::Duration pause = options_.first_pause;
  for (int i = 1; i < attempts && pause < options_.max_pause; ++i) pause *= 2;
  pause = std::min(pause, options_.max_pause);
  absl::InsecureBitGen random;
  pause *= absl::Uniform(random, 1 - kJitter, 1 + kJitter);
  return now + absl::ToInt64Milliseconds(pause);
}

void MailWorker::KeepLeases() {
  while (!Pause(options_.lease / 3)) {
    std::map<std::string, std::string> leases;
    {
      absl::MutexLock lock(&mutex_);
      leases = leases_;
    }
    if (leases.empty()) continue;
    absl::Status renewed = database_.Write([&](Transaction& tx) -> absl::Status {
      UnixMillis until = clock_.Now() + absl::ToInt64Milliseconds(options_.lease);
      for (const auto& [lease, id] : leases) RenewMailLease(tx.sql(), id, lease, until);
      return absl::OkStatus();
    });
    if (!renewed.ok()) LogWarning("mail leases not renewed", {{"error", MessageOf(renewed)}});
  }
}

}  // namespace academy::auth

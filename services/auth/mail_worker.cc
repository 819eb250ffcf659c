#include "services/auth/mail_worker.h"

#include <algorithm>

#include "services/common/log.h"
#include "services/common/status.h"

namespace academy::auth {
namespace {

constexpr UnixMillis kSecond = 1000;
// Longer than any attempt may take, so that a mail is sent by one process at a time.
constexpr UnixMillis kLease = 3 * 60 * kSecond;
constexpr UnixMillis kFirstPause = kSecond;
constexpr UnixMillis kLongestPause = 10 * 60 * kSecond;
// After that the mail's token is worth nothing any more.
constexpr UnixMillis kGiveUpAfter = 48LL * 60 * 60 * kSecond;
// Other processes over the same database may add mails without this one hearing of it.
constexpr absl::Duration kLongestSleep = absl::Seconds(30);

UnixMillis PauseAfter(int attempts) { return std::min(kFirstPause << std::clamp(attempts - 1, 0, 20), kLongestPause); }

}  // namespace

MailWorker::MailWorker(Database& database, Outbox& outbox, MailSender& sender, const Clock& clock, bool keep_bodies)
    : database_(database), outbox_(outbox), sender_(sender), clock_(clock), keep_bodies_(keep_bodies) {
  outbox_.Listen([this] { Wake(); });
  thread_ = std::thread([this] { Run(); });
}

MailWorker::~MailWorker() {
  outbox_.Listen({});
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }
  sender_.Cancel();
  thread_.join();
}

void MailWorker::Wake() {
  absl::MutexLock lock(&mutex_);
  woken_ = true;
}

bool MailWorker::Stopping() {
  absl::MutexLock lock(&mutex_);
  return stopping_;
}

void MailWorker::Run() {
  absl::Duration sleep = absl::ZeroDuration();
  while (true) {
    {
      absl::MutexLock lock(&mutex_);
      mutex_.AwaitWithTimeout(absl::Condition(
                                  +[](MailWorker* self) ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mutex_) {
                                    return self->woken_ || self->stopping_;
                                  },
                                  this),
                              sleep);
      if (stopping_) return;
      woken_ = false;
    }
    sleep = SendDue();
  }
}

absl::Duration MailWorker::SendDue() {
  while (!Stopping()) {
    using Leased = absl::StatusOr<std::optional<MailRecord>>;
    // Looking needs no write; the lease does.
    absl::StatusOr<std::optional<UnixMillis>> due = database_.Read(
        [&](soci::session& sql) -> absl::StatusOr<std::optional<UnixMillis>> { return NextMailDue(sql); });
    if (!due.ok()) return absl::Seconds(1);
    if (!due->has_value()) return kLongestSleep;
    UnixMillis now = clock_.Now();
    if (**due > now) return std::min(absl::Milliseconds(**due - now), kLongestSleep);
    Leased mail = database_.Write([&](Transaction& tx) -> Leased { return LeaseDueMail(tx.sql(), now, now + kLease); });
    if (!mail.ok()) return absl::Seconds(1);
    if (mail->has_value()) SendOne(**mail);
  }
  return absl::ZeroDuration();
}

void MailWorker::SendOne(const MailRecord& mail) {
  absl::Status sent = sender_.Send(mail);
  std::string error(MessageOf(sent));
  UnixMillis now = clock_.Now();
  bool given_up = absl::IsInvalidArgument(sent) || now - mail.created_at >= kGiveUpAfter;
  // A cancelled attempt says nothing about the server: the next start tries at once.
  UnixMillis next = Stopping() ? now : now + PauseAfter(mail.attempts);
  absl::Status stored = database_.Write([&](Transaction& tx) -> absl::Status {
    if (sent.ok()) {
      MarkMailSent(tx.sql(), mail.id, now);
      if (!keep_bodies_) ForgetMailBody(tx.sql(), mail.id);
    } else if (given_up) {
      MarkMailFailed(tx.sql(), mail.id, error);
    } else {
      PostponeMail(tx.sql(), mail.id, next, error);
    }
    return absl::OkStatus();
  });
  if (!stored.ok()) LogError("mail state not stored", {{"mail", mail.id}, {"error", MessageOf(stored)}});
  if (sent.ok()) {
    LogInfo("mail sent", {{"mail", mail.id}, {"attempts", mail.attempts}});
  } else {
    LogWarning("mail not sent", {{"mail", mail.id}, {"attempts", mail.attempts}, {"error", error}});
  }
}

}  // namespace academy::auth

// Sends the mails of the outbox: a few at a time, each on its own thread, with growing pauses after failures, until
// they expire.
//
// Every mail is sent at least once, under one Message-ID. Several processes may share one database: a mail is leased to
// the process that sends it, and passes to another if that one dies. A mail that blocks its thread delays no other.
//
// Thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/auth/mail/mail_sender.h"
#include "services/auth/mail/outbox.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/timed_wait.h"
#include "services/platform/db/database.h"

namespace academy::auth {

struct MailWorkerOptions {
  // Keeps the text of sent mails, for development.
  bool keep_bodies = false;
  // Mails sent concurrently, which is also the number of connections to the mail server.
  int threads = 4;
  // Pause after the first failure; each further failure doubles it, with a jitter of a fifth.
  absl::Duration first_pause = absl::Seconds(5);
  absl::Duration max_pause = absl::Hours(1);
  // How long a mail stays leased to a process that does not renew the lease.
  absl::Duration lease = absl::Seconds(30);
};

class MailWorker {
 public:
  // All must outlive the worker.
  MailWorker(Database& database, Outbox& outbox, MailSender& sender, const Clock& clock,
             const MailWorkerOptions& options);
  // Cancels mails being sent; they are sent again after the next start.
  ~MailWorker();

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Sends the mails that are due. Returns how long nothing will be due, as far as is known.
  absl::Duration SendDue() ABSL_LOCKS_EXCLUDED(mutex_);
  // Leases a mail that is due. Returns nullopt if none is, or if it is too old to be sent.
  std::optional<MailRecord> LeaseNext(Transaction& tx, UnixMillis now, const std::string& lease) const;
  // Makes postponed mails due if the clock was set back. Errors as Database::Write.
  absl::Status FollowClock(UnixMillis now) ABSL_LOCKS_EXCLUDED(mutex_);
  // Stores the outcome of a mail, retrying until the database accepts it or the worker stops.
  void Settle(const MailRecord& mail, const absl::Status& sent) ABSL_LOCKS_EXCLUDED(mutex_);
  void Store(Transaction& tx, const MailRecord& mail, const absl::Status& sent, bool stopping) const;
  UnixMillis NextAttempt(int attempts, UnixMillis now) const;

  // Renews the leases of what is being sent.
  void KeepLeases() ABSL_LOCKS_EXCLUDED(mutex_);
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  bool Stopping() ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits for `duration`; returns whether the worker is stopping.
  bool Pause(absl::Duration duration) ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  Outbox& outbox_;
  MailSender& sender_;
  const Clock& clock_;
  const MailWorkerOptions options_;

  absl::Mutex mutex_;
  TimedWait changed_;
  // Wakes one thread, which wakes the next if there is more to send.
  bool woken_ ABSL_GUARDED_BY(mutex_) = true;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // The latest time that was read from the clock since it was last set back; 0 before the first.
  UnixMillis latest_ ABSL_GUARDED_BY(mutex_) = 0;
  // Ids of the mails being sent, by lease.
  std::map<std::string, std::string> leases_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_;
};

}  // namespace academy::auth

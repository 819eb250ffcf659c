// Sends the outbox: a few mails at a time, each on a thread of its own, with growing pauses after failures.
//
// Every mail is sent at least once, under one Message-ID. Several processes may share one database: a mail is leased
// to the one that sends it, and goes to another when that one dies. A mail that holds up its thread holds up no other.
//
// Thread-safe.
#pragma once

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/auth/mail/mail_sender.h"
#include "services/auth/mail/outbox.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy::auth {

struct MailWorkerOptions {
  // Leaves the text of sent mails readable, for development.
  bool keep_bodies = false;
  // Mails sent at once, and so connections to the mail server.
  int threads = 4;
  // After the first failure; each further one doubles it, give or take a fifth.
  absl::Duration first_pause = absl::Seconds(5);
  absl::Duration max_pause = absl::Hours(1);
  // A mail that could not be sent for as long has failed: its token is worth nothing any more.
  absl::Duration give_up_after = absl::Hours(48);
  // How long a mail stays with a process that gives no sign of life.
  absl::Duration lease = absl::Seconds(30);
};

class MailWorker {
 public:
  // All of these outlive the worker.
  MailWorker(Database& database, Outbox& outbox, MailSender& sender, const Clock& clock,
             const MailWorkerOptions& options);
  // Cancels what is being sent; it is sent again after the next start.
  ~MailWorker();

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Sends what is due. How long nothing will be due, as far as is known.
  absl::Duration SendDue() ABSL_LOCKS_EXCLUDED(mutex_);
  // Stores what became of a mail, again and again until the database takes it or the worker stops.
  void Settle(const MailRecord& mail, const absl::Status& sent) ABSL_LOCKS_EXCLUDED(mutex_);
  void Store(Transaction& tx, const MailRecord& mail, const absl::Status& sent, bool stopping) const;
  UnixMillis NextAttempt(int attempts, UnixMillis now) const;

  // Renews the leases of what is being sent.
  void KeepLeases() ABSL_LOCKS_EXCLUDED(mutex_);
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  bool Stopping() ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits; whether the worker stops.
  bool Pause(absl::Duration duration) ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  Outbox& outbox_;
  MailSender& sender_;
  const Clock& clock_;
  const MailWorkerOptions options_;

  absl::Mutex mutex_;
  // Wakes one thread; that one wakes the next when there is more to send.
  bool woken_ ABSL_GUARDED_BY(mutex_) = true;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // By lease, the mail's id.
  std::map<std::string, std::string> leases_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_;
};

}  // namespace academy::auth

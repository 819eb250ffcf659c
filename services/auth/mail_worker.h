// Sends the outbox: one mail at a time, on a thread of its own, with growing pauses after failures.
//
// Thread-safe.
#pragma once

#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/auth/mail_sender.h"
#include "services/auth/outbox.h"
#include "services/common/clock.h"
#include "services/common/db/database.h"

namespace academy::auth {

class MailWorker {
 public:
  // All of these outlive the worker. `keep_bodies` leaves the text of sent mails readable, for development.
  MailWorker(Database& database, Outbox& outbox, MailSender& sender, const Clock& clock, bool keep_bodies);
  // Cancels what is being sent; it is sent again after the next start.
  ~MailWorker();

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Sends what is due. How long nothing will be due, as far as is known.
  absl::Duration SendDue() ABSL_LOCKS_EXCLUDED(mutex_);
  void SendOne(const MailRecord& mail);
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  bool Stopping() ABSL_LOCKS_EXCLUDED(mutex_);

  Database& database_;
  Outbox& outbox_;
  MailSender& sender_;
  const Clock& clock_;
  const bool keep_bodies_;
  absl::Mutex mutex_;
  bool woken_ ABSL_GUARDED_BY(mutex_) = true;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy::auth

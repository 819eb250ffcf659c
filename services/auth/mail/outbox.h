// Puts mails into the outbox, in the transaction of their cause.
//
// Thread-safe.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/auth/mail/mail_store.h"
#include "services/auth/mail/mail_texts.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy::auth {

// The address, and the id of the learner or manager whose it is (or was, until now), empty for the academy's own.
struct MailRecipient {
  std::string address;
  std::string person_id;
  // Who gets the answer; empty for the academy.
  std::string reply_to = {};
};

class Outbox {
 public:
  explicit Outbox(const Clock& clock) : clock_(clock) {}

  // What it stored. May throw as SOCI does. The listener hears of it once it is committed.
  MailRecord Add(Transaction& tx, MailKind kind, const MailRecipient& to, MailContent content)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Tells the listener, once it is committed, that a mail which was there already became due.
  void Hasten(Transaction& tx) ABSL_LOCKS_EXCLUDED(mutex_);

  // Called after each commit that made mails due; must not block. An empty one ends that.
  void Listen(std::function<void()> listener) ABSL_LOCKS_EXCLUDED(mutex_) {
    absl::MutexLock lock(&mutex_);
    listener_ = std::move(listener);
  }

 private:
  const Clock& clock_;
  absl::Mutex mutex_;
  std::function<void()> listener_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::auth

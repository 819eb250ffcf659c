// Adds mails to the outbox in the transaction of their cause.
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

// The address, and the id of the learner or manager who has (or had until now) this address; empty for the academy's
// own.
struct MailRecipient {
  std::string address;
  std::string person_id;
  // Reply-To address; empty for the academy's.
  std::string reply_to = {};
};

class Outbox {
 public:
  explicit Outbox(const Clock& clock) : clock_(clock) {}

  // Stores a mail and returns it. The listener is called after the commit. May throw as SOCI does.
  MailRecord Add(Transaction& tx, MailKind kind, const MailRecipient& to, MailContent content)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Calls the listener after the commit, because an existing mail became due.
  void Hasten(Transaction& tx) ABSL_LOCKS_EXCLUDED(mutex_);

  // Sets the function that is called after each commit that made mails due, on the committing thread. It must not
  // block. An empty function removes it.
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

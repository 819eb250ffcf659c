#include "services/auth/outbox.h"

#include "services/auth/mail_store.h"
#include "services/common/ids.h"

namespace academy::auth {

void Outbox::Add(Transaction& tx, const std::string& recipient, MailContent content) {
  MailRecord mail;
  mail.created_at = clock_.Now();
  mail.id = NewId(mail.created_at);
  mail.recipient = recipient;
  mail.subject = std::move(content.subject);
  mail.text = std::move(content.text);
  mail.html = std::move(content.html);
  mail.next_attempt_at = mail.created_at;
  InsertMail(tx.sql(), mail);
  tx.OnCommit([this] {
    absl::MutexLock lock(&mutex_);
    if (listener_) listener_();
  });
}

}  // namespace academy::auth

#include "services/auth/mail/outbox.h"

#include "services/platform/crypto/random.h"

namespace academy::auth {

MailRecord Outbox::Add(Transaction& tx, MailKind kind, const MailRecipient& to, MailContent content) {
  MailRecord mail;
  mail.created_at = clock_.Now();
  mail.id = NewId(mail.created_at);
  mail.kind = NameOf(kind);
  mail.person_id = to.person_id;
  mail.recipient = to.address;
  mail.reply_to = to.reply_to;
  mail.subject = std::move(content.subject);
  mail.text = std::move(content.text);
  mail.html = std::move(content.html);
  mail.next_attempt_at = mail.created_at;
  mail.tried_since = mail.created_at;
  InsertMail(tx.sql(), mail);
  Hasten(tx);
  return mail;
}

void Outbox::Hasten(Transaction& tx) {
  tx.OnCommit([this] {
    absl::MutexLock lock(&mutex_);
    if (listener_) listener_();
  });
}

}  // namespace academy::auth

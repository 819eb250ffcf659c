// The mail outbox: a mail is stored in the transaction of its cause and sent later.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "services/common/clock.h"

namespace academy::auth {

// States of a mail, as Mailbox shows them.
namespace mail_state {
inline constexpr char kWaiting[] = "waiting";
inline constexpr char kSent[] = "sent";
inline constexpr char kFailed[] = "failed";
}  // namespace mail_state

// What a mail is about.
enum class MailKind { kActivation, kRecovery, kPasswordChanged, kEmailChanged };

// As it is stored, and as Mailbox shows it: `activation`, `recovery`, `password_changed`, `email_changed`.
std::string_view NameOf(MailKind kind);

struct MailRecord {
  // UUIDv7, also the Message-ID's first half: every attempt sends the same one.
  std::string id;
  // NameOf(MailKind).
  std::string kind;
  // The learner or manager it is for, who may be gone by now.
  std::string person_id;
  std::string recipient;
  std::string subject;
  std::string text;
  std::string html;
  std::string state = mail_state::kWaiting;
  // Attempts begun.
  int attempts = 0;
  UnixMillis next_attempt_at = 0;
  // What the last attempt failed of; for managers, never shown to the recipient.
  std::string last_error;
  UnixMillis created_at = 0;
  UnixMillis sent_at = 0;
  // Since when it is being tried: its creation, or when a manager last had it sent again.
  UnixMillis tried_since = 0;
};

void InsertMail(soci::session& sql, const MailRecord& mail);
// Newest first.
std::vector<MailRecord> ListNewestMails(soci::session& sql, int limit);

// Takes the waiting mail that is due first and leases it until a time, so that no other process sends it meanwhile.
std::optional<MailRecord> LeaseDueMail(soci::session& sql, UnixMillis now, UnixMillis until);
// When the next waiting mail is due; nothing when none waits.
std::optional<UnixMillis> NextMailDue(soci::session& sql);
void MarkMailSent(soci::session& sql, const std::string& id, UnixMillis now);
// Empties a mail's text: it holds a token or a code, which is nowhere else but as a hash.
void ForgetMailBody(soci::session& sql, const std::string& id);
void MarkMailFailed(soci::session& sql, const std::string& id, const std::string& error);
void PostponeMail(soci::session& sql, const std::string& id, UnixMillis next_attempt_at, const std::string& error);

// Forgets mails, sent or failed, that were made before a time.
void ForgetMailsBefore(soci::session& sql, UnixMillis time);

}  // namespace academy::auth

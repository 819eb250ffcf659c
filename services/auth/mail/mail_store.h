// The mail outbox: a mail is stored in the transaction of its cause and sent later.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::auth {

// States of a mail, as Mailbox shows them.
namespace mail_state {
inline constexpr char kWaiting[] = "waiting";
inline constexpr char kSent[] = "sent";
inline constexpr char kFailed[] = "failed";
}  // namespace mail_state

// What a mail is about.
enum class MailKind { kActivation, kRecovery, kPasswordChanged, kEmailChanged, kContact };

// As it is stored, and as Mailbox shows it: `activation`, `recovery`, `password_changed`, `email_changed`, `contact`.
std::string_view NameOf(MailKind kind);

struct MailRecord {
  // UUIDv7, also the Message-ID's first half: every attempt sends the same one.
  std::string id;
  // NameOf(MailKind).
  std::string kind;
  // The learner or manager it is for, who may be gone by now.
  std::string person_id;
  std::string recipient;
  // Who gets the answer; empty for the sender.
  std::string reply_to;
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
  // Who is sending it: one attempt's own random name; empty when nobody is. While it is leased, next_attempt_at is when
  // the lease ends.
  std::string lease;
};

// Which mails a list shows, newest first.
struct MailFilter {
  // Empty for everybody's; empty for every state.
  std::string person_id;
  std::string state;
  // The page begins after this id; empty for the first.
  std::string after;
  int limit = 0;
};

void InsertMail(soci::session& sql, const MailRecord& mail);
std::optional<MailRecord> FindMail(soci::session& sql, const std::string& id);
// Newest first.
std::vector<MailRecord> ListMails(soci::session& sql, const MailFilter& filter);

// Takes the waiting mail that is due first and leases it until a time under the name `lease`, so that nobody else sends
// it meanwhile.
std::optional<MailRecord> LeaseDueMail(soci::session& sql, UnixMillis now, UnixMillis until, const std::string& lease);
// Makes a lease last until another time, if it is still held.
void RenewMailLease(soci::session& sql, const std::string& id, const std::string& lease, UnixMillis until);
// Ends all leases: for a process that knows that no other sends mails of this database.
void EndMailLeases(soci::session& sql, UnixMillis now);
int64_t CountMails(soci::session& sql, const std::string& state);
// When the next waiting mail is due; nothing when none waits.
std::optional<UnixMillis> NextMailDue(soci::session& sql);
// These end the lease. A mail that was taken by the server is sent, whoever holds it by now; a failure is written by
// the lease's holder only.
void MarkMailSent(soci::session& sql, const std::string& id, UnixMillis now);
void MarkMailFailed(soci::session& sql, const std::string& id, const std::string& lease, const std::string& error);
void PostponeMail(soci::session& sql, const std::string& id, const std::string& lease, UnixMillis next_attempt_at,
                  const std::string& error);
// Lets a waiting or failed mail be tried as if it were new: at once, or as soon as the attempt under way ends.
void TryMailAnew(soci::session& sql, const std::string& id, UnixMillis now);
// Empties a mail's text: it holds a token or a code, which is nowhere else but as a hash.
void ForgetMailBody(soci::session& sql, const std::string& id);

// Forgets mails, sent or failed, that were made before a time.
void ForgetMailsBefore(soci::session& sql, UnixMillis time);

}  // namespace academy::auth

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
// Too old to be sent: see expiry/mail_lifetimes.h.
inline constexpr char kExpired[] = "expired";
}  // namespace mail_state

// What a mail is about.
enum class MailKind {
  kActivation,
  kRecovery,
  kPasswordChanged,
  kEmailChanged,
  kRoleChanged,
  kContact,
  kUnlock,
  kFactorsChanged,
  kTest
};

// The stored name, also shown by Mailbox: `activation`, `recovery`, `password_changed`, `email_changed`,
// `role_changed`, `contact`, `unlock`, `factors_changed`, `test`.
std::string_view NameOf(MailKind kind);

struct MailRecord {
  // UUIDv7, also the local part of the Message-ID, which is the same for every attempt.
  std::string id;
  // NameOf(MailKind).
  std::string kind;
  // The learner or manager it is for, who may have been deleted.
  std::string person_id;
  std::string recipient;
  // Reply-To address; empty for the sender's.
  std::string reply_to;
  std::string subject;
  std::string text;
  std::string html;
  std::string state = mail_state::kWaiting;
  // Attempts started.
  int attempts = 0;
  UnixMillis next_attempt_at = 0;
  // Error of the last failed attempt; for managers, never shown to the recipient.
  std::string last_error;
  UnixMillis created_at = 0;
  UnixMillis sent_at = 0;
  // Start of the current round of attempts: its creation, or when a manager last had it sent again.
  UnixMillis tried_since = 0;
  // The counted time (see background/counted_time.h) when that round began. InsertMail and RetryMail set it.
  int64_t counted_since = 0;
  // Random name of the attempt that is sending it; empty if none is. While leased, next_attempt_at is when the lease
  // ends.
  std::string lease;
};

// Filter of a list, which is ordered newest first.
struct MailFilter {
  // An empty `person_id` matches everybody, an empty `state` every state.
  std::string person_id;
  std::string state;
  // The page starts after this id; empty for the first page.
  std::string after;
  int limit = 0;
};

void InsertMail(soci::session& sql, const MailRecord& mail);
std::optional<MailRecord> FindMail(soci::session& sql, const std::string& id);
// Newest first.
std::vector<MailRecord> ListMails(soci::session& sql, const MailFilter& filter);

// Returns the waiting mail that is due first, or nullopt if none is due. Mails that were postponed while the clock was
// ahead are due: no pause is as long as theirs.
std::optional<MailRecord> FindDueMail(soci::session& sql, UnixMillis now);
// Leases a due mail until `until`, under the name `lease`, so that nobody else sends it meanwhile, and returns it.
std::optional<MailRecord> LeaseMail(soci::session& sql, const std::string& id, UnixMillis until,
                                    const std::string& lease);
// Extends a lease, if it is still held.
void RenewMailLease(soci::session& sql, const std::string& id, const std::string& lease, UnixMillis until);
// Ends all leases. Only for a process that knows that no other sends mails of this database.
void EndMailLeases(soci::session& sql, UnixMillis now);
// Makes every postponed mail due now, and lets no lease last beyond `until`. For a clock that was set back.
void EndPostponements(soci::session& sql, UnixMillis now, UnixMillis until);
// Ends all leases and marks every waiting mail as failed, for a database that was restored.
void FailWaitingMails(soci::session& sql, const std::string& error);
int64_t CountMails(soci::session& sql, const std::string& state);
// Returns when the round of attempts of the mail that has waited longest began; nullopt if none is waiting.
std::optional<UnixMillis> OldestWaitingMail(soci::session& sql);
// Returns when the next waiting mail is due, `now` or earlier if FindDueMail finds one; nullopt if none is waiting.
std::optional<UnixMillis> NextMailDue(soci::session& sql, UnixMillis now);
// These end the lease. A mail that the server accepted is marked as sent, whoever holds the lease by then; a failure is
// stored only for the holder of the lease.
void MarkMailSent(soci::session& sql, const std::string& id, UnixMillis now);
void MarkMailFailed(soci::session& sql, const std::string& id, const std::string& lease, const std::string& error);
// Marks a waiting mail as expired.
void ExpireMail(soci::session& sql, const std::string& id);
void PostponeMail(soci::session& sql, const std::string& id, const std::string& lease, UnixMillis next_attempt_at,
                  const std::string& error);
// Marks every waiting mail to a person as failed. One that is being sent at this moment may arrive.
void FailMailsTo(soci::session& sql, const std::string& person_id, const std::string& error);
// Restarts the attempts of a mail that is not sent yet: at once, or as soon as the current attempt ends.
void RetryMail(soci::session& sql, const std::string& id, UnixMillis now);
// Deletes a mail's text, which holds a token or a code that is stored elsewhere only as a hash.
void ForgetMailBody(soci::session& sql, const std::string& id);

// Deletes sent, failed and expired mails that were created before `time`.
void ForgetMailsBefore(soci::session& sql, UnixMillis time);

}  // namespace academy::auth

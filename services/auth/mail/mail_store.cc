#include "services/auth/mail/mail_store.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"

namespace academy::auth {
namespace {

#define ACADEMY_MAIL_COLUMNS                                                                                     \
  "id, kind, person_id, recipient, subject, body_text, body_html, state, attempts, next_attempt_at, last_error," \
  " created_at, sent_at, tried_since, lease, reply_to, counted_since"

// Longer than any pause between attempts.
constexpr absl::Duration kMaxAhead = absl::Hours(2);

struct MailRow {
  MailRecord record;

  auto Columns() {
    return std::tie(record.id, record.kind, record.person_id, record.recipient, record.subject, record.text,
                    record.html, record.state, record.attempts, record.next_attempt_at, record.last_error,
                    record.created_at, record.sent_at, record.tried_since, record.lease, record.reply_to,
                    record.counted_since);
  }
  MailRecord ToRecord() const { return record; }
};

// Returns the smallest UUIDv7 of a time (RFC 9562: the first 48 bits are milliseconds).
std::string FirstIdAt(UnixMillis time) {
  std::string digits(absl::StrCat(absl::Hex(std::max<UnixMillis>(time, 0), absl::kZeroPad12)));
  return digits.insert(8, "-");
}

}  // namespace

std::string_view NameOf(MailKind kind) {
  switch (kind) {
    case MailKind::kActivation:
      return "activation";
    case MailKind::kRecovery:
      return "recovery";
    case MailKind::kPasswordChanged:
      return "password_changed";
    case MailKind::kEmailChanged:
      return "email_changed";
    case MailKind::kRoleChanged:
      return "role_changed";
    case MailKind::kContact:
      return "contact";
    case MailKind::kUnlock:
      return "unlock";
    case MailKind::kFactorsChanged:
      return "factors_changed";
    case MailKind::kTest:
      return "test";
  }
  return "";
}

void InsertMail(soci::session& sql, const MailRecord& mail) {
  Execute(sql,
          "INSERT INTO mails (" ACADEMY_MAIL_COLUMNS
          ") VALUES (:id, :kind, :person, :recipient, :subject, :body_text, :body_html, :state, :attempts,"
          " :next_attempt_at, :last_error, :created_at, :sent_at, :tried_since, :lease, :reply_to,"
          " (SELECT millis FROM counted_time WHERE id = 1))",
          mail.id, mail.kind, mail.person_id, mail.recipient, mail.subject, mail.text, mail.html, mail.state,
          mail.attempts, mail.next_attempt_at, mail.last_error, mail.created_at, mail.sent_at, mail.tried_since,
          mail.lease, mail.reply_to);
}

std::optional<MailRecord> FindMail(soci::session& sql, const std::string& id) {
  return QueryOne<MailRow>(sql, "SELECT " ACADEMY_MAIL_COLUMNS " FROM mails WHERE id = :id", id);
}

std::vector<MailRecord> ListMails(soci::session& sql, const MailFilter& filter) {
  QueryBuilder query("SELECT " ACADEMY_MAIL_COLUMNS " FROM mails WHERE 1 = 1");
  if (!filter.person_id.empty()) query.Add(" AND person_id = :person", filter.person_id);
  if (!filter.state.empty()) {
    // A person has few mails. The concatenation keeps SQLite, which has no statistics, from scanning the index of
    // states instead.
    query.Add(filter.person_id.empty() ? " AND state = :state" : " AND state || '' = :state", filter.state);
  }
  if (!filter.after.empty()) query.Add(" AND id < :after", filter.after);
  // UUIDv7 ids sort by time.
  return query.Add(" ORDER BY id DESC LIMIT :limit", filter.limit).Run<MailRow>(sql);
}

std::optional<MailRecord> FindDueMail(soci::session& sql, UnixMillis now) {
  auto due = QueryOne<MailRow>(sql,
                               "SELECT " ACADEMY_MAIL_COLUMNS
                               " FROM mails WHERE state = 'waiting' AND next_attempt_at <= :now"
                               " ORDER BY next_attempt_at LIMIT 1",
                               now);
  if (due.has_value()) return due;
  // A lease is left to its holder, who may be sending the mail.
  return QueryOne<MailRow>(sql,
                           "SELECT " ACADEMY_MAIL_COLUMNS
                           " FROM mails WHERE state = 'waiting' AND next_attempt_at > :ahead AND lease = ''"
                           " ORDER BY next_attempt_at LIMIT 1",
                           now + kMaxAhead);
}

std::optional<MailRecord> LeaseMail(soci::session& sql, const std::string& id, UnixMillis until,
                                    const std::string& lease) {
  Execute(sql, "UPDATE mails SET attempts = attempts + 1, next_attempt_at = :until, lease = :lease WHERE id = :id",
          until, lease, id);
  return FindMail(sql, id);
}

void RenewMailLease(soci::session& sql, const std::string& id, const std::string& lease, UnixMillis until) {
  Execute(sql, "UPDATE mails SET next_attempt_at = :until WHERE id = :id AND lease = :lease AND state = 'waiting'",
          until, id, lease);
}

void EndMailLeases(soci::session& sql, UnixMillis now) {
  Execute(sql, "UPDATE mails SET next_attempt_at = :now, lease = '' WHERE state = 'waiting' AND lease <> ''", now);
}

void EndPostponements(soci::session& sql, UnixMillis now, UnixMillis until) {
  Execute(sql,
          "UPDATE mails SET next_attempt_at = :now WHERE state = 'waiting' AND next_attempt_at > :later AND lease = ''",
          now, now);
  Execute(sql,
          "UPDATE mails SET next_attempt_at = :until"
          " WHERE state = 'waiting' AND next_attempt_at > :later AND lease <> ''",
          until, until);
}

void FailWaitingMails(soci::session& sql, const std::string& error) {
  Execute(sql, "UPDATE mails SET state = 'failed', last_error = :error, lease = '' WHERE state = 'waiting'", error);
}

int64_t CountMails(soci::session& sql, const std::string& state) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM mails WHERE state = :state", state);
}

std::optional<UnixMillis> OldestWaitingMail(soci::session& sql) {
  return QueryValue<std::optional<UnixMillis>>(sql, "SELECT MIN(tried_since) FROM mails WHERE state = 'waiting'");
}

std::optional<UnixMillis> NextMailDue(soci::session& sql, UnixMillis now) {
  if (auto due = FindDueMail(sql, now); due.has_value()) return std::min(due->next_attempt_at, now);
  return QueryOne<UnixMillis>(
      sql, "SELECT next_attempt_at FROM mails WHERE state = 'waiting' ORDER BY next_attempt_at LIMIT 1");
}

void MarkMailSent(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql, "UPDATE mails SET state = 'sent', sent_at = :now, last_error = '', lease = '' WHERE id = :id", now, id);
}

void MarkMailFailed(soci::session& sql, const std::string& id, const std::string& lease, const std::string& error) {
  Execute(sql,
          "UPDATE mails SET state = 'failed', last_error = :error, lease = ''"
          " WHERE id = :id AND lease = :lease AND state = 'waiting'",
          error, id, lease);
}

void ExpireMail(soci::session& sql, const std::string& id) {
  Execute(sql, "UPDATE mails SET state = 'expired', lease = '' WHERE id = :id AND state = 'waiting'", id);
}

void PostponeMail(soci::session& sql, const std::string& id, const std::string& lease, UnixMillis next_attempt_at,
                  const std::string& error) {
  Execute(sql,
          "UPDATE mails SET next_attempt_at = :next, last_error = :error, lease = ''"
          " WHERE id = :id AND lease = :lease AND state = 'waiting'",
          next_attempt_at, error, id, lease);
}

void FailMailsTo(soci::session& sql, const std::string& person_id, const std::string& error) {
  // See ListMails for the concatenation.
  Execute(sql,
          "UPDATE mails SET state = 'failed', last_error = :error, lease = ''"
          " WHERE person_id = :person AND state || '' = 'waiting'",
          error, person_id);
}

void RetryMail(soci::session& sql, const std::string& id, UnixMillis now) {
  // A lease stays valid: its holder sees by the reset number of attempts that the mail must be sent again.
  Execute(sql,
          "UPDATE mails SET state = 'waiting', attempts = 0, tried_since = :since,"
          " counted_since = (SELECT millis FROM counted_time WHERE id = 1),"
          " next_attempt_at = CASE WHEN lease = '' THEN :now ELSE next_attempt_at END"
          " WHERE id = :id AND state <> 'sent'",
          now, now, id);
}

void ForgetMailBody(soci::session& sql, const std::string& id) {
  Execute(sql, "UPDATE mails SET body_text = '', body_html = '' WHERE id = :id", id);
}

void ForgetMailsBefore(soci::session& sql, UnixMillis time) {
  // Compares the time in the ids, which the index of states includes.
  Execute(sql, "DELETE FROM mails WHERE state IN ('sent', 'failed', 'expired') AND id < :bound", FirstIdAt(time));
}

}  // namespace academy::auth

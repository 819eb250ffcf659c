#include "services/auth/mail/mail_store.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace academy::auth {
namespace {

constexpr char kColumns[] =
    "id, kind, person_id, recipient, subject, body_text, body_html, state, attempts, next_attempt_at, last_error, "
    "created_at, sent_at, tried_since, lease, reply_to";

// Lets a statement fetch into `row`, column by column of kColumns.
void Define(soci::statement& statement, MailRecord& row) {
  statement.exchange(soci::into(row.id));
  statement.exchange(soci::into(row.kind));
  statement.exchange(soci::into(row.person_id));
  statement.exchange(soci::into(row.recipient));
  statement.exchange(soci::into(row.subject));
  statement.exchange(soci::into(row.text));
  statement.exchange(soci::into(row.html));
  statement.exchange(soci::into(row.state));
  statement.exchange(soci::into(row.attempts));
  statement.exchange(soci::into(row.next_attempt_at));
  statement.exchange(soci::into(row.last_error));
  statement.exchange(soci::into(row.created_at));
  statement.exchange(soci::into(row.sent_at));
  statement.exchange(soci::into(row.tried_since));
  statement.exchange(soci::into(row.lease));
  statement.exchange(soci::into(row.reply_to));
}

// The least UUIDv7 of a time (RFC 9562: 48 bits of milliseconds come first).
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
    case MailKind::kContact:
      return "contact";
  }
  return "";
}

void InsertMail(soci::session& sql, const MailRecord& mail) {
  sql << "INSERT INTO mails (" << kColumns
      << ") VALUES (:id, :kind, :person, :recipient, :subject, :body_text, :body_html, :state, :attempts, "
         ":next_attempt_at, :last_error, :created_at, :sent_at, :tried_since, :lease, :reply_to)",
      soci::use(mail.id), soci::use(mail.kind), soci::use(mail.person_id), soci::use(mail.recipient),
      soci::use(mail.subject), soci::use(mail.text), soci::use(mail.html), soci::use(mail.state),
      soci::use(mail.attempts), soci::use(mail.next_attempt_at), soci::use(mail.last_error), soci::use(mail.created_at),
      soci::use(mail.sent_at), soci::use(mail.tried_since), soci::use(mail.lease), soci::use(mail.reply_to);
}

std::optional<MailRecord> FindMail(soci::session& sql, const std::string& id) {
  MailRecord row;
  soci::statement statement(sql);
  statement.exchange(soci::use(id));
  Define(statement, row);
  statement.alloc();
  statement.prepare(std::string("SELECT ") + kColumns + " FROM mails WHERE id = :id");
  statement.define_and_bind();
  if (!statement.execute(true)) return std::nullopt;
  return row;
}

std::vector<MailRecord> ListMails(soci::session& sql, const MailFilter& filter) {
  std::vector<MailRecord> mails;
  MailRecord row;
  soci::statement statement(sql);
  std::string condition = " WHERE 1 = 1";
  auto require = [&](const std::string& value, const char* test) {
    if (value.empty()) return;
    condition += test;
    statement.exchange(soci::use(value));
  };
  require(filter.person_id, " AND person_id = :person");
  // One person's mails are few: SQLite, which knows no numbers, must not look through all of a state instead.
  require(filter.state, filter.person_id.empty() ? " AND state = :state" : " AND state || '' = :state");
  require(filter.after, " AND id < :after");
  statement.exchange(soci::use(filter.limit));
  Define(statement, row);
  statement.alloc();
  // Ids of version 7 sort by time.
  statement.prepare(std::string("SELECT ") + kColumns + " FROM mails" + condition + " ORDER BY id DESC LIMIT :limit");
  statement.define_and_bind();
  statement.execute();
  while (statement.fetch()) mails.push_back(row);
  return mails;
}

std::optional<MailRecord> LeaseDueMail(soci::session& sql, UnixMillis now, UnixMillis until, const std::string& lease) {
  std::string id;
  sql << "SELECT id FROM mails WHERE state = 'waiting' AND next_attempt_at <= :now ORDER BY next_attempt_at LIMIT 1",
      soci::use(now), soci::into(id);
  if (!sql.got_data()) return std::nullopt;
  sql << "UPDATE mails SET attempts = attempts + 1, next_attempt_at = :until, lease = :lease WHERE id = :id",
      soci::use(until), soci::use(lease), soci::use(id);
  return FindMail(sql, id);
}

void RenewMailLease(soci::session& sql, const std::string& id, const std::string& lease, UnixMillis until) {
  sql << "UPDATE mails SET next_attempt_at = :until WHERE id = :id AND lease = :lease AND state = 'waiting'",
      soci::use(until), soci::use(id), soci::use(lease);
}

void EndMailLeases(soci::session& sql, UnixMillis now) {
  sql << "UPDATE mails SET next_attempt_at = :now, lease = '' WHERE state = 'waiting' AND lease <> ''", soci::use(now);
}

int64_t CountMails(soci::session& sql, const std::string& state) {
  int64_t mails = 0;
  sql << "SELECT COUNT(*) FROM mails WHERE state = :state", soci::use(state), soci::into(mails);
  return mails;
}

std::optional<UnixMillis> NextMailDue(soci::session& sql) {
  UnixMillis due = 0;
  sql << "SELECT next_attempt_at FROM mails WHERE state = 'waiting' ORDER BY next_attempt_at LIMIT 1", soci::into(due);
  if (!sql.got_data()) return std::nullopt;
  return due;
}

void MarkMailSent(soci::session& sql, const std::string& id, UnixMillis now) {
  sql << "UPDATE mails SET state = 'sent', sent_at = :now, last_error = '', lease = '' WHERE id = :id", soci::use(now),
      soci::use(id);
}

void MarkMailFailed(soci::session& sql, const std::string& id, const std::string& lease, const std::string& error) {
  sql << "UPDATE mails SET state = 'failed', last_error = :error, lease = '' "
         "WHERE id = :id AND lease = :lease AND state = 'waiting'",
      soci::use(error), soci::use(id), soci::use(lease);
}

void PostponeMail(soci::session& sql, const std::string& id, const std::string& lease, UnixMillis next_attempt_at,
                  const std::string& error) {
  sql << "UPDATE mails SET next_attempt_at = :next, last_error = :error, lease = '' "
         "WHERE id = :id AND lease = :lease AND state = 'waiting'",
      soci::use(next_attempt_at), soci::use(error), soci::use(id), soci::use(lease);
}

void TryMailAnew(soci::session& sql, const std::string& id, UnixMillis now) {
  // A lease goes on: its holder sees by the number of attempts that it was asked for once more.
  sql << "UPDATE mails SET state = 'waiting', attempts = 0, tried_since = :since, "
         "next_attempt_at = CASE WHEN lease = '' THEN :now ELSE next_attempt_at END "
         "WHERE id = :id AND state <> 'sent'",
      soci::use(now), soci::use(now), soci::use(id);
}

void ForgetMailBody(soci::session& sql, const std::string& id) {
  sql << "UPDATE mails SET body_text = '', body_html = '' WHERE id = :id", soci::use(id);
}

void ForgetMailsBefore(soci::session& sql, UnixMillis time) {
  // By the time in their ids, which the index of states knows.
  std::string bound = FirstIdAt(time);
  sql << "DELETE FROM mails WHERE state IN ('sent', 'failed') AND id < :bound", soci::use(bound);
}

}  // namespace academy::auth

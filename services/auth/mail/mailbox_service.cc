#include "services/auth/mail/mailbox_service.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/mail/expiry/mail_lifetimes.h"
#include "services/auth/mail/notices.h"
#include "services/auth/sign_in/activation_mail.h"
#include "services/contracts/audit_details.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr int kDefaultLimit = 50;
constexpr int kMaxLimit = 200;
constexpr int kMaxPage = 1000;
constexpr size_t kIdLength = 36;

// How a mail may be sent again.
enum class Repetition { kNever, kSameMail, kNewLink };

v1::Mail ToProto(const MailRecord& mail) {
  v1::Mail proto;
  proto.set_id(mail.id);
  proto.set_to(mail.recipient);
  proto.set_subject(mail.subject);
  proto.set_text(mail.text);
  proto.set_html(mail.html);
  proto.set_state(mail.state);
  proto.set_created_at(FormatTime(mail.created_at));
  return proto;
}

Repetition RepetitionOf(const MailRecord& mail, const std::optional<LearnerRecord>& learner, UnixMillis now) {
  // The text is deleted once a mail is sent, and a mail without text is never sent.
  bool has_text = !mail.text.empty() || !mail.html.empty();
  bool unsent = mail.state != mail_state::kSent && has_text;
  if (mail.kind == NameOf(MailKind::kActivation)) {
    if (!learner.has_value() || learner->activated != 0) return Repetition::kNever;
    bool still_good = now < mail.created_at + kActivationLifetime && mail.recipient == learner->email;
    return unsent && still_good ? Repetition::kSameMail : Repetition::kNewLink;
  }
  if (mail.kind == NameOf(MailKind::kRecovery) && now >= mail.created_at + kRecoveryLifetime) {
    return Repetition::kNever;
  }
  if (mail.kind == NameOf(MailKind::kUnlock) && now >= mail.created_at + kUnlockLifetime) return Repetition::kNever;
  return unsent ? Repetition::kSameMail : Repetition::kNever;
}

v1::MailDelivery ToDelivery(const MailRecord& mail, const std::optional<LearnerRecord>& learner, UnixMillis now) {
  v1::MailDelivery proto;
  proto.set_id(mail.id);
  proto.set_to(mail.recipient);
  proto.set_kind(mail.kind);
  proto.set_subject(mail.subject);
  proto.set_state(mail.state);
  proto.set_attempts(mail.attempts);
  proto.set_last_error(mail.last_error);
  proto.set_created_at(FormatTime(mail.created_at));
  if (mail.state == mail_state::kWaiting) proto.set_next_attempt_at(FormatTime(mail.next_attempt_at));
  if (mail.state == mail_state::kSent) proto.set_sent_at(FormatTime(mail.sent_at));
  proto.set_repeatable(RepetitionOf(mail, learner, now) != Repetition::kNever);
  return proto;
}

// Returns the recipients of activation mails by id, since they decide whether those mails may be repeated.
std::map<std::string, LearnerRecord> LearnersOf(soci::session& sql, const std::vector<MailRecord>& mails) {
  std::vector<std::string> ids;
  for (const MailRecord& mail : mails) {
    if (mail.kind == NameOf(MailKind::kActivation)) ids.push_back(mail.person_id);
  }
  std::map<std::string, LearnerRecord> learners;
  for (LearnerRecord& learner : FindLearners(sql, ids)) learners.emplace(learner.id, learner);
  return learners;
}

absl::StatusOr<MailFilter> ReadFilter(const v1::ListDeliveriesRequest& request) {
  Validator validator;
  MailFilter filter;
  if (request.has_learner_id()) validator.Opaque("clientId", request.learner_id());
  filter.person_id = request.learner_id();
  constexpr std::array<std::string_view, 4> kStates = {mail_state::kWaiting, mail_state::kSent, mail_state::kFailed,
                                                       mail_state::kExpired};
  if (request.has_state() && std::find(kStates.begin(), kStates.end(), request.state()) == kStates.end()) {
    validator.Refuse("state", "unknown", "The state is waiting, sent, failed or expired");
  }
  filter.state = request.state();
  filter.limit = request.has_limit() ? request.limit() : kDefaultLimit;
  if (filter.limit < 1 || filter.limit > kMaxPage) validator.Refuse("limit", "out_of_range", "The limit is 1 to 1000");
  // The last id of the previous page.
  if (!request.cursor().empty() && (!Base64Decode(request.cursor(), filter.after) || filter.after.size() != kIdLength ||
                                    filter.after.find_first_not_of("0123456789abcdef-") != std::string::npos)) {
    validator.Refuse("cursor", "invalid", "The cursor is not valid");
  }
  RETURN_IF_ERROR(validator.status());
  return filter;
}

}  // namespace

absl::StatusOr<v1::ListDeliveriesResponse> MailboxService::ListDeliveries(const Caller& caller,
                                                                          const v1::ListDeliveriesRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  ASSIGN_OR_RETURN(MailFilter filter, ReadFilter(request));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListDeliveriesResponse> {
    v1::ListDeliveriesResponse response;
    // One row more than the page shows whether another page follows.
    MailFilter wider = filter;
    ++wider.limit;
    std::vector<MailRecord> mails = auth::ListMails(sql, wider);
    if (mails.size() > static_cast<size_t>(filter.limit)) {
      mails.pop_back();
      response.set_next_cursor(Base64Url(mails.back().id));
    }
    response.set_message(mails.empty() ? "No data found." : "Fetched Successfully");
    std::map<std::string, LearnerRecord> learners = LearnersOf(sql, mails);
    for (const MailRecord& mail : mails) {
      auto found = learners.find(mail.person_id);
      std::optional<LearnerRecord> learner;
      if (found != learners.end()) learner = found->second;
      *response.add_result() = ToDelivery(mail, learner, deps_.clock.Now());
    }
    return response;
  });
}

absl::StatusOr<v1::ResendMailResponse> MailboxService::ResendMail(const Caller& caller,
                                                                  const v1::ResendMailRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("mailId", request.mail_id());
  RETURN_IF_ERROR(validator.status());

  v1::ResendMailResponse response;
  absl::Status written = deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<MailRecord> mail = FindMail(tx.sql(), request.mail_id());
    if (!mail.has_value()) return error::MailNotFound();
    if (FindBinnedLearner(tx.sql(), mail->person_id).has_value()) return error::MailNotRepeatable();
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), mail->person_id);
    ASSIGN_OR_RETURN(MailRecord repeated, Repeat(tx, *mail, learner));
    AuditEntry entry{.action = "mail.sent_again",
                     .subject = {.kind = "mail", .id = mail->id, .name = repeated.recipient},
                     .details = {{"kind", mail->kind}},
                     .actor = std::nullopt};
    if (learner.has_value()) entry.details[kAuditLearnerId] = learner->id;
    deps_.audit.Record(tx, caller, std::move(entry));
    *response.mutable_result() = ToDelivery(repeated, learner, deps_.clock.Now());
    return absl::OkStatus();
  });
  RETURN_IF_ERROR(written);
  response.set_message("Request sent Successfully");
  return response;
}

absl::StatusOr<MailRecord> MailboxService::Repeat(Transaction& tx, const MailRecord& mail,
                                                  const std::optional<LearnerRecord>& learner) {
  UnixMillis now = deps_.clock.Now();
  switch (RepetitionOf(mail, learner, now)) {
    case Repetition::kSameMail:
      RetryMail(tx.sql(), mail.id, now);
      deps_.outbox.Hasten(tx);
      return FindMail(tx.sql(), mail.id).value_or(mail);
    case Repetition::kNewLink:
      RETURN_IF_ERROR(RequireActivationMailLeft(tx.sql(), mail.person_id, now));
      return SendActivation(deps_, tx, *learner);
    case Repetition::kNever:
      break;
  }
  return error::MailNotRepeatable();
}

absl::StatusOr<v1::SendTestMailResponse> MailboxService::SendTestMail(const Caller& caller,
                                                                      const v1::SendTestMailRequest& /*request*/) {
  RETURN_IF_ERROR(RequireManager(caller));
  if (!sends_) return error::MailNotSetUp();
  v1::SendTestMailResponse response;
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<ManagerRecord> manager = FindManager(tx.sql(), caller.id);
    if (!manager.has_value()) return error::SessionEnded(session_reason::kRemoved);
    UnixMillis now = deps_.clock.Now();
    MailRecord mail = deps_.outbox.Add(
        tx, MailKind::kTest, {manager->email, manager->id},
        deps_.texts.Test(caller.language, GreetedName(*manager), {.at = now, .zone = deps_.zone.In(tx.sql())}));
    deps_.audit.Record(tx, caller,
                       AuditEntry{.action = "mail.test_sent",
                                  .subject = {.kind = "mail", .id = mail.id, .name = mail.recipient},
                                  .details = {},
                                  .actor = std::nullopt});
    *response.mutable_result() = ToDelivery(mail, std::nullopt, now);
    return absl::OkStatus();
  }));
  response.set_message("Request sent Successfully");
  return response;
}

absl::StatusOr<v1::ListMailsResponse> MailboxService::ListMails(const Caller& caller,
                                                                const v1::ListMailsRequest& request) {
  if (!open_) return error::MailboxClosed();
  int limit = request.limit() == 0 ? kDefaultLimit : request.limit();
  if (limit < 1 || limit > kMaxLimit) return ValidationError({{"limit", "out_of_range", "The limit is 1 to 200"}});
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListMailsResponse> {
    v1::ListMailsResponse response;
    MailFilter newest;
    newest.limit = limit;
    for (const MailRecord& mail : auth::ListMails(sql, newest)) *response.add_mails() = ToProto(mail);
    return response;
  });
}

}  // namespace academy::auth

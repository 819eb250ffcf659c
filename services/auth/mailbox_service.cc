#include "services/auth/mailbox_service.h"

#include "services/auth/errors.h"
#include "services/auth/mail_store.h"
#include "services/common/status.h"

namespace academy::auth {
namespace {

constexpr int kDefaultLimit = 50;
constexpr int kMaxLimit = 200;

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

}  // namespace

absl::StatusOr<v1::ListMailsResponse> MailboxService::ListMails(const Caller& caller,
                                                                const v1::ListMailsRequest& request) {
  RETURN_IF_ERROR(RequireService(caller));
  if (!open_) return error::MailboxClosed();
  int limit = request.limit() == 0 ? kDefaultLimit : request.limit();
  if (limit < 1 || limit > kMaxLimit) return ValidationError({{"limit", "out_of_range", "The limit is 1 to 200"}});
  return parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListMailsResponse> {
    v1::ListMailsResponse response;
    MailFilter newest;
    newest.limit = limit;
    for (const MailRecord& mail : auth::ListMails(sql, newest)) *response.add_mails() = ToProto(mail);
    return response;
  });
}

}  // namespace academy::auth

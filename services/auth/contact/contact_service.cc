#include "services/auth/contact/contact_service.h"

#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/platform/base/status.h"

namespace academy::auth {

absl::StatusOr<v1::SendContactMessageResponse> ContactService::SendContactMessage(
    const Caller& caller, const v1::SendContactMessageRequest& request, const BotProof& proof) {
  Validator validator;
  VisitorMessage message{.fullname = validator.Fullname("fullname", request.fullname()),
                         .email = validator.Email("email", request.email()),
                         .phonenumber = validator.Phonenumber("phonenumber", request.phonenumber()),
                         .text = validator.Message("message", request.message())};
  RETURN_IF_ERROR(validator.status());
  std::string address = address_();
  if (address.empty()) return error::ContactClosed();
  RETURN_IF_ERROR(deps_.guard.AdmitMessage(caller, proof));

  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    MailRecipient to{.address = address, .person_id = {}, .reply_to = message.email};
    deps_.outbox.Add(tx, MailKind::kContact, to, deps_.texts.Contact(caller.language, message));
    return absl::OkStatus();
  }));
  v1::SendContactMessageResponse response;
  response.set_message("Your message is on its way");
  return response;
}

}  // namespace academy::auth

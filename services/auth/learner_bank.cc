// LearnerAuthService and LearnersService: a learner's bank details, for the learner and for managers.
#include "services/auth/bank_store.h"
#include "services/auth/errors.h"
#include "services/auth/learner_auth_service.h"
#include "services/auth/learner_store.h"
#include "services/auth/learners_service.h"
#include "services/auth/validation.h"

namespace academy::auth {
namespace {

v1::BankDetails ToProto(const BankRecord& bank) {
  v1::BankDetails proto;
  proto.set_account_holder(bank.account_holder);
  proto.set_bank_name(bank.bank_name);
  proto.set_iban(bank.iban);
  if (bank.updated_at > 0) proto.set_updated_at(FormatTime(bank.updated_at));
  return proto;
}

}  // namespace

absl::StatusOr<v1::FetchOwnBankResponse> LearnerAuthService::FetchOwnBank(const Caller& caller,
                                                                          const v1::FetchOwnBankRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  return parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::FetchOwnBankResponse> {
    v1::FetchOwnBankResponse response;
    response.set_message("Fetched Successfully");
    *response.mutable_result() = ToProto(FindBank(sql, caller.id));
    return response;
  });
}

absl::StatusOr<v1::UpdateOwnBankResponse> LearnerAuthService::UpdateOwnBank(const Caller& caller,
                                                                            const v1::UpdateOwnBankRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  Validator validator;
  BankRecord bank{.learner_id = caller.id,
                  .account_holder = validator.BankText("accountHolder", request.account_holder()),
                  .bank_name = validator.BankText("bankName", request.bank_name()),
                  .iban = validator.Iban("iban", request.iban()),
                  .updated_at = 0};
  RETURN_IF_ERROR(validator.status());

  RETURN_IF_ERROR(parts_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), caller.id);
    if (!learner.has_value()) return error::SessionEnded(session_reason::kRemoved);
    if (bank.account_holder.empty() && bank.bank_name.empty() && bank.iban.empty()) {
      DeleteBank(tx.sql(), caller.id);
    } else {
      bank.updated_at = parts_.clock.Now();
      PutBank(tx.sql(), bank);
    }
    // That they changed, and never what they are.
    parts_.audit.Tell(tx, caller, *learner, "updated", {{"changed", "bank"}});
    return absl::OkStatus();
  }));

  v1::UpdateOwnBankResponse response;
  response.set_message("Updated Successfully");
  *response.mutable_result() = ToProto(bank);
  return response;
}

absl::StatusOr<v1::FetchUserBankResponse> LearnersService::FetchUserBank(const Caller& caller,
                                                                         const v1::FetchUserBankRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.client_id());
  RETURN_IF_ERROR(validator.status());

  return parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::FetchUserBankResponse> {
    if (!FindLearner(sql, request.client_id()).has_value()) return error::LearnerNotFound();
    v1::FetchUserBankResponse response;
    response.set_message("Fetched Successfully");
    *response.mutable_result() = ToProto(FindBank(sql, request.client_id()));
    return response;
  });
}

}  // namespace academy::auth

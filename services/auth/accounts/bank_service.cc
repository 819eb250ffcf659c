#include "services/auth/accounts/bank_service.h"

#include <optional>

#include "services/auth/accounts/bank_store.h"
#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/sessions/recent.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/base/status.h"

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

absl::StatusOr<v1::GetOwnBankResponse> BankService::GetOwnBank(const Caller& caller,
                                                               const v1::GetOwnBankRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::GetOwnBankResponse> {
    RETURN_IF_ERROR(RequireRecent(sql, caller, deps_.clock.Now()));
    ASSIGN_OR_RETURN(BankRecord bank, FindBank(sql, deps_.keys.bank, caller.id));
    v1::GetOwnBankResponse response;
    response.set_message("Fetched Successfully");
    *response.mutable_result() = ToProto(bank);
    return response;
  });
}

absl::StatusOr<v1::UpdateOwnBankResponse> BankService::UpdateOwnBank(const Caller& caller,
                                                                     const v1::UpdateOwnBankRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  Validator validator;
  BankRecord bank{.learner_id = caller.id,
                  .account_holder = validator.BankText("accountHolder", request.account_holder()),
                  .bank_name = validator.BankText("bankName", request.bank_name()),
                  .iban = validator.Iban("iban", request.iban()),
                  .updated_at = 0};
  RETURN_IF_ERROR(validator.status());

  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    if (absl::Status recent = RequireRecent(tx.sql(), caller, deps_.clock.Now()); !recent.ok()) return recent;
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), caller.id);
    if (!learner.has_value()) return error::SessionEnded(session_reason::kRemoved);
    if (bank.account_holder.empty() && bank.bank_name.empty() && bank.iban.empty()) {
      DeleteBank(tx.sql(), caller.id);
    } else {
      bank.updated_at = deps_.clock.Now();
      PutBank(tx.sql(), deps_.keys.bank, bank);
    }
    // Records that they changed, never their values.
    deps_.audit.Record(tx, caller, *learner, "updated", {{"changed", "bank"}});
    return absl::OkStatus();
  }));

  v1::UpdateOwnBankResponse response;
  response.set_message("Updated Successfully");
  *response.mutable_result() = ToProto(bank);
  return response;
}

absl::StatusOr<v1::GetLearnerBankResponse> BankService::GetLearnerBank(const Caller& caller,
                                                                       const v1::GetLearnerBankRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.learner_id());
  RETURN_IF_ERROR(validator.status());

  // Whoever reads them leaves an event; where it cannot be written, they are not shown.
  return deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<v1::GetLearnerBankResponse> {
    RETURN_IF_ERROR(RequireRecent(tx.sql(), caller, deps_.clock.Now()));
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), request.learner_id());
    if (!learner.has_value()) return error::LearnerNotFound();
    ASSIGN_OR_RETURN(BankRecord bank, FindBank(tx.sql(), deps_.keys.bank, request.learner_id()));
    deps_.audit.Record(tx, caller, *learner, "bank_read");
    v1::GetLearnerBankResponse response;
    response.set_message("Fetched Successfully");
    *response.mutable_result() = ToProto(bank);
    return response;
  });
}

}  // namespace academy::auth

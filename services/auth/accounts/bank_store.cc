#include "services/auth/accounts/bank_store.h"

namespace academy::auth {

BankRecord FindBank(soci::session& sql, const std::string& learner_id) {
  BankRecord bank;
  sql << "SELECT account_holder, bank_name, iban, updated_at FROM learner_banks WHERE learner_id = :learner",
      soci::use(learner_id), soci::into(bank.account_holder), soci::into(bank.bank_name), soci::into(bank.iban),
      soci::into(bank.updated_at);
  if (!sql.got_data()) bank = {};
  bank.learner_id = learner_id;
  return bank;
}

void PutBank(soci::session& sql, const BankRecord& bank) {
  DeleteBank(sql, bank.learner_id);
  sql << "INSERT INTO learner_banks (learner_id, account_holder, bank_name, iban, updated_at) "
         "VALUES (:learner, :holder, :name, :iban, :now)",
      soci::use(bank.learner_id), soci::use(bank.account_holder), soci::use(bank.bank_name), soci::use(bank.iban),
      soci::use(bank.updated_at);
}

void DeleteBank(soci::session& sql, const std::string& learner_id) {
  sql << "DELETE FROM learner_banks WHERE learner_id = :learner", soci::use(learner_id);
}

}  // namespace academy::auth

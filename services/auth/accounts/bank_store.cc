#include "services/auth/accounts/bank_store.h"

#include <tuple>

#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

struct BankRow {
  BankRecord record;

  auto Columns() { return std::tie(record.account_holder, record.bank_name, record.iban, record.updated_at); }
  BankRecord ToRecord() const { return record; }
};

}  // namespace

BankRecord FindBank(soci::session& sql, const std::string& learner_id) {
  auto bank = QueryOne<BankRow>(sql,
                                "SELECT account_holder, bank_name, iban, updated_at FROM learner_banks"
                                " WHERE learner_id = :learner",
                                learner_id)
                  .value_or(BankRecord{});
  bank.learner_id = learner_id;
  return bank;
}

void PutBank(soci::session& sql, const BankRecord& bank) {
  DeleteBank(sql, bank.learner_id);
  Execute(sql,
          "INSERT INTO learner_banks (learner_id, account_holder, bank_name, iban, updated_at)"
          " VALUES (:learner, :holder, :name, :iban, :now)",
          bank.learner_id, bank.account_holder, bank.bank_name, bank.iban, bank.updated_at);
}

void DeleteBank(soci::session& sql, const std::string& learner_id) {
  Execute(sql, "DELETE FROM learner_banks WHERE learner_id = :learner", learner_id);
}

}  // namespace academy::auth

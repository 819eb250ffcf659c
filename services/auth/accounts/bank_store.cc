#include "services/auth/accounts/bank_store.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

#include "services/auth/keys/encrypted_table.h"
#include "services/platform/base/status.h"
#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

struct SealedBank {
  struct Record {
    std::string sealed;
    UnixMillis updated_at = 0;
  } record;

  auto Columns() { return std::tie(record.sealed, record.updated_at); }
  Record ToRecord() const { return record; }
};

std::string ToText(const BankRecord& bank) {
  return nlohmann::json({{"holder", bank.account_holder}, {"bank", bank.bank_name}, {"iban", bank.iban}}).dump();
}

}  // namespace

absl::StatusOr<BankRecord> FindBank(soci::session& sql, const KeyRing& keys, const std::string& learner_id) {
  BankRecord bank;
  bank.learner_id = learner_id;
  std::optional<SealedBank::Record> row =
      QueryOne<SealedBank>(sql, "SELECT sealed, updated_at FROM bank_details WHERE learner_id = :learner", learner_id);
  if (!row.has_value()) return bank;
  ASSIGN_OR_RETURN(std::string text, keys.Decrypt(row->sealed, PlaceOf(kBankDetails.name, learner_id)));
  nlohmann::json json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return Error(absl::StatusCode::kInternal, "bank_details_invalid", "Bank details are damaged");
  bank.account_holder = json.value("holder", "");
  bank.bank_name = json.value("bank", "");
  bank.iban = json.value("iban", "");
  bank.updated_at = row->updated_at;
  return bank;
}

void PutBank(soci::session& sql, const KeyRing& keys, const BankRecord& bank) {
  DeleteBank(sql, bank.learner_id);
  std::string sealed = keys.Encrypt(ToText(bank), PlaceOf(kBankDetails.name, bank.learner_id));
  Execute(sql,
          "INSERT INTO bank_details (learner_id, key_id, sealed, updated_at) VALUES (:learner, :key, :sealed, :now)",
          bank.learner_id, std::string(KeyRing::KeyIdOf(sealed)), sealed, bank.updated_at);
}

void DeleteBank(soci::session& sql, const std::string& learner_id) {
  Execute(sql, "DELETE FROM bank_details WHERE learner_id = :learner", learner_id);
}

}  // namespace academy::auth

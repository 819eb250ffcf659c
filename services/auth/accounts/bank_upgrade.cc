#include "services/auth/accounts/bank_upgrade.h"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/statusor.h"
#include "services/auth/accounts/bank_store.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

constexpr int64_t kBatch = 200;
// A database whose first and newest migration ran together never stored anything in clear.
constexpr int64_t kNewWithin = 60'000;

struct ClearBank {
  BankRecord record;

  auto Columns() {
    return std::tie(record.learner_id, record.account_holder, record.bank_name, record.iban, record.updated_at);
  }
  BankRecord ToRecord() const { return record; }
};

bool HasClearTable(Transaction& tx) {
  if (tx.engine() == Engine::kSqlite) {
    return QueryOne<int64_t>(tx.sql(), "SELECT COUNT(*) FROM sqlite_master WHERE name = 'learner_banks'") > 0;
  }
  return QueryOne<int64_t>(tx.sql(),
                           "SELECT COUNT(*) FROM information_schema.tables"
                           " WHERE table_schema = current_schema() AND table_name = 'learner_banks'") > 0;
}

// Returns how many rows were moved; nullopt if the table is gone.
absl::StatusOr<std::optional<size_t>> MoveSome(Transaction& tx, const KeyRing& keys) {
  if (!HasClearTable(tx)) return std::nullopt;
  std::vector<BankRecord> banks = Query<ClearBank>(
      tx.sql(), "SELECT learner_id, account_holder, bank_name, iban, updated_at FROM learner_banks LIMIT :batch",
      kBatch);
  for (const BankRecord& bank : banks) {
    PutBank(tx.sql(), keys, bank);
    Execute(tx.sql(), "DELETE FROM learner_banks WHERE learner_id = :learner", bank.learner_id);
  }
  return banks.size();
}

absl::StatusOr<bool> IsNew(Database& database) {
  return database.Read([](soci::session& sql) -> absl::StatusOr<bool> {
    return QueryOne<int64_t>(sql, "SELECT MAX(applied_at) - MIN(applied_at) FROM schema_migrations").value_or(0) <
           kNewWithin;
  });
}

}  // namespace

absl::Status EncryptBanksInClear(Database& database, const KeyRing& keys) {
  size_t moved = 0;
  while (true) {
    auto batch = database.Write([&](Transaction& tx) { return MoveSome(tx, keys); });
    if (!batch.ok()) return batch.status();
    if (!batch->has_value()) return absl::OkStatus();
    if (**batch == 0) break;
    moved += **batch;
  }
  ASSIGN_OR_RETURN(bool is_new, IsNew(database));
  if (moved > 0 || !is_new) RETURN_IF_ERROR(database.Compact());
  // The empty table marks what is left to do, so it goes last.
  RETURN_IF_ERROR(database.Write([](Transaction& tx) -> absl::Status {
    tx.sql() << "DROP TABLE IF EXISTS learner_banks";
    return absl::OkStatus();
  }));
  if (moved > 0) LogInfo("bank details encrypted", {{"learners", moved}});
  return absl::OkStatus();
}

}  // namespace academy::auth

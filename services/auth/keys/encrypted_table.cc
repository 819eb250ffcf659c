#include "services/auth/keys/encrypted_table.h"

#include <tuple>
#include <vector>

#include "services/platform/base/status.h"
#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

constexpr int kBatch = 200;

struct SealedRow {
  struct Record {
    std::string id;
    std::string sealed;
  } record;

  auto Columns() { return std::tie(record.id, record.sealed); }
  Record ToRecord() const { return record; }
};

// Ids of the keys that encrypted rows, or were noted as this database's.
std::vector<std::string> KeyIds(soci::session& sql, const EncryptedTable& table) {
  return Query<std::string>(sql, table.key_ids, std::string(table.purpose));
}

void NoteKey(soci::session& sql, const EncryptedTable& table, const std::string& key_id) {
  Execute(sql, "INSERT INTO data_keys (purpose, key_id) VALUES (:purpose, :id) ON CONFLICT DO NOTHING",
          std::string(table.purpose), key_id);
}

// Returns how many rows there were.
absl::StatusOr<int> EncryptSome(soci::session& sql, const EncryptedTable& table, const KeyRing& keys) {
  std::string current = keys.Current().id;
  std::vector<SealedRow::Record> rows = Query<SealedRow>(sql, table.stale, current, kBatch);
  if (!rows.empty()) NoteKey(sql, table, current);
  for (const SealedRow::Record& row : rows) {
    ASSIGN_OR_RETURN(std::string text, keys.Decrypt(row.sealed, PlaceOf(table.name, row.id)));
    std::string sealed = keys.Encrypt(text, PlaceOf(table.name, row.id));
    Execute(sql, table.replace, std::string(KeyRing::KeyIdOf(sealed)), sealed, row.id);
  }
  return static_cast<int>(rows.size());
}

absl::Status KeyMissing(const std::string& name, const std::string& id) {
  return Error(absl::StatusCode::kFailedPrecondition, "key_missing",
               "keys/" + name + " has no key " + id + ", which encrypted data in this database: put keys/" + name +
                   " back from a backup, or copy it from the machine on which the academy's keys were made");
}

}  // namespace

std::string PlaceOf(std::string_view table, const std::string& id) { return std::string(table) + ":" + id; }

absl::Status CheckKeys(Database& database, const EncryptedTable& table, const KeyRing& keys) {
  return database.Write([&](Transaction& tx) -> absl::Status {
    std::vector<std::string> used = KeyIds(tx.sql(), table);
    for (const std::string& id : used) {
      if (!keys.Find(id).has_value()) return KeyMissing(std::string(table.purpose), id);
    }
    if (used.empty()) NoteKey(tx.sql(), table, keys.Current().id);
    return absl::OkStatus();
  });
}

absl::Status EncryptAgain(Database& database, const EncryptedTable& table, const KeyRing& keys) {
  int done = kBatch;
  while (done == kBatch) {
    auto batch = database.Write([&](Transaction& tx) { return EncryptSome(tx.sql(), table, keys); });
    if (!batch.ok()) return batch.status();
    done = *batch;
  }
  return database.Write([&](Transaction& tx) -> absl::Status {
    NoteKey(tx.sql(), table, keys.Current().id);
    Execute(tx.sql(), table.forget, std::string(table.purpose), keys.Current().id);
    return absl::OkStatus();
  });
}

}  // namespace academy::auth

#include "services/auth/factors/passkeys/passkey_store.h"

#include <tuple>

#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

#define ACADEMY_PASSKEY_COLUMNS                                                                                       \
  "id, manager_id, credential_id, party_id, algorithm, public_key, sign_count, synced, transports, name, created_at," \
  " last_used_at"

struct PasskeyRow {
  PasskeyRecord record;
  int synced = 0;

  auto Columns() {
    return std::tie(record.id, record.manager_id, record.credential_id, record.party_id, record.algorithm,
                    record.public_key, record.sign_count, synced, record.transports, record.name, record.created_at,
                    record.last_used_at);
  }
  PasskeyRecord ToRecord() const {
    PasskeyRecord passkey = record;
    passkey.synced = synced != 0;
    return passkey;
  }
};

}  // namespace

bool InsertPasskey(soci::session& sql, const PasskeyRecord& passkey) {
  return Execute(sql,
                 "INSERT INTO passkeys (" ACADEMY_PASSKEY_COLUMNS
                 ") VALUES (:id, :manager, :credential, :party, :algorithm, :key, :count, :synced, :transports, :name,"
                 " :created, :used) ON CONFLICT (credential_id) DO NOTHING",
                 passkey.id, passkey.manager_id, passkey.credential_id, passkey.party_id, passkey.algorithm,
                 passkey.public_key, passkey.sign_count, passkey.synced ? 1 : 0, passkey.transports, passkey.name,
                 passkey.created_at, passkey.last_used_at) > 0;
}

std::optional<PasskeyRecord> FindPasskey(soci::session& sql, const std::string& credential_id) {
  return QueryOne<PasskeyRow>(sql, "SELECT " ACADEMY_PASSKEY_COLUMNS " FROM passkeys WHERE credential_id = :id",
                              credential_id);
}

std::vector<PasskeyRecord> ListPasskeys(soci::session& sql, const std::string& manager_id) {
  return Query<PasskeyRow>(
      sql, "SELECT " ACADEMY_PASSKEY_COLUMNS " FROM passkeys WHERE manager_id = :id ORDER BY created_at, id",
      manager_id);
}

int64_t CountPasskeys(soci::session& sql, const std::string& manager_id) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM passkeys WHERE manager_id = :id", manager_id);
}

void RecordPasskeyUse(soci::session& sql, const std::string& id, int64_t sign_count, bool synced, UnixMillis now) {
  Execute(sql, "UPDATE passkeys SET sign_count = :count, synced = :synced, last_used_at = :now WHERE id = :id",
          sign_count, synced ? 1 : 0, now, id);
}

bool DeletePasskey(soci::session& sql, const std::string& manager_id, const std::string& id) {
  return Execute(sql, "DELETE FROM passkeys WHERE manager_id = :manager AND id = :id", manager_id, id) > 0;
}

void DeletePasskeys(soci::session& sql, const std::string& manager_id) {
  Execute(sql, "DELETE FROM passkeys WHERE manager_id = :manager", manager_id);
}

}  // namespace academy::auth

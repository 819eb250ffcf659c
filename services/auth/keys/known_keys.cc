#include "services/auth/keys/known_keys.h"

#include <set>
#include <string>
#include <utility>

#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

// Returns false if it was known.
bool Add(soci::session& sql, const KeyName& key) {
  return Execute(sql,
                 "INSERT INTO known_keys (purpose, key_id, fingerprint) VALUES (:purpose, :id, :fingerprint)"
                 " ON CONFLICT DO NOTHING",
                 key.purpose, key.id, key.fingerprint) > 0;
}

}  // namespace

void RecordNewKeys(Transaction& tx, AuditTrail& audit, const std::vector<KeyName>& keys) {
  std::vector<std::string> purposes = Query<std::string>(tx.sql(), "SELECT DISTINCT purpose FROM known_keys");
  const std::set<std::string> known(purposes.begin(), purposes.end());
  std::vector<AuditEntry> entries;
  for (const KeyName& key : keys) {
    if (!Add(tx.sql(), key) || !known.contains(key.purpose)) continue;
    entries.push_back({.action = "keys.rotated",
                       .subject = {.kind = "keys", .id = key.purpose, .name = key.purpose},
                       .details = {{"key", key.id}},
                       .actor = MachineOwner()});
  }
  audit.Record(tx, {}, std::move(entries));
}

}  // namespace academy::auth

// Tables with an encrypted column: which keys they use, and encrypting them again with the current key.
//
// All functions are thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/keys/key_ring.h"

namespace academy::auth {

// A table with the columns `key_id` (of the key that encrypted the row; indexed) and `sealed`
// (KeyRing::Encrypt(text, PlaceOf(table, id))).
struct EncryptedTable {
  // Name of the keys.
  std::string_view purpose;
  // For PlaceOf: it stays as it is, because it binds the texts that are stored.
  std::string_view name;
  // Selects the ids of the keys that the purpose uses.
  SqlText key_ids;
  // Selects id and `sealed` of at most :batch rows whose key is not :current.
  SqlText stale;
  // Sets `key_id` and `sealed` of the row with an id.
  SqlText replace;
  // Forgets the keys of the purpose in data_keys but for :current and those of rows.
  SqlText forget;
};

// Learners' bank details.
inline constexpr EncryptedTable kBankDetails = {
    .purpose = key::kBank,
    .name = "bank_details",
    .key_ids = "SELECT key_id FROM data_keys WHERE purpose = :purpose UNION SELECT key_id FROM bank_details",
    .stale = "SELECT learner_id, sealed FROM bank_details WHERE key_id <> :current LIMIT :batch",
    .replace = "UPDATE bank_details SET key_id = :key, sealed = :sealed WHERE learner_id = :id",
    .forget =
        "DELETE FROM data_keys WHERE purpose = :purpose AND key_id <> :current"
        " AND key_id NOT IN (SELECT key_id FROM bank_details)"};

// Secrets of managers' authenticator apps that are in use. Those of a set-up, which lasts an hour, are never encrypted
// again.
inline constexpr EncryptedTable kTotpSecrets = {
    .purpose = key::kSecondFactor,
    .name = "totp",
    .key_ids = "SELECT key_id FROM data_keys WHERE purpose = :purpose UNION SELECT key_id FROM totp_factors",
    .stale = "SELECT manager_id, sealed FROM totp_factors WHERE key_id <> :current LIMIT :batch",
    .replace = "UPDATE totp_factors SET key_id = :key, sealed = :sealed WHERE manager_id = :id",
    .forget =
        "DELETE FROM data_keys WHERE purpose = :purpose AND key_id <> :current"
        " AND key_id NOT IN (SELECT key_id FROM totp_factors)"};

// What binds an encrypted text to its row.
std::string PlaceOf(std::string_view table, const std::string& id);

// Notes that the ring's keys are this database's. FAILED_PRECONDITION key_missing if the database was encrypted with a
// key that the ring does not have. Errors of Database::Write.
absl::Status CheckKeys(Database& database, const EncryptedTable& table, const KeyRing& keys);

// Encrypts every row again that another key than the current one encrypted, in short transactions. Afterwards no
// row uses another key. Errors of Database::Write and KeyRing::Decrypt.
absl::Status EncryptAgain(Database& database, const EncryptedTable& table, const KeyRing& keys);

}  // namespace academy::auth

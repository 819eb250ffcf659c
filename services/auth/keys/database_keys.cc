#include "services/auth/keys/database_keys.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/db/query.h"
#include "services/platform/db/server/server.h"

namespace academy::auth {
namespace {

constexpr char kWhatToDo[] =
    ": copy the folder keys from a machine on which auth runs with this database, or put it back from a backup";

struct KnownKeyRow {
  KeyName record;

  auto Columns() { return std::tie(record.purpose, record.id, record.fingerprint); }
  KeyName ToRecord() const { return record; }
};

absl::Status Failed(std::string_view reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message + kWhatToDo);
}

bool IsSeal(const KeyName& key) {
  const KeyPurpose* purpose = FindKeyPurpose(key.purpose);
  return purpose != nullptr && purpose->use == KeyUse::kSeal;
}

// The purposes of which a database on PostgreSQL, whatever its schema, has had keys.
absl::StatusOr<std::vector<std::string>> KnownPurposes(const std::string& url) {
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::OpenReadOnly({.url = url, .readers = 1}));
  return database->Read([](soci::session& sql) -> absl::StatusOr<std::vector<std::string>> {
    auto exists = QueryOne<int>(sql, "SELECT CASE WHEN to_regclass('known_keys') IS NULL THEN 0 ELSE 1 END");
    if (exists.value_or(0) == 0) return std::vector<std::string>();
    return Query<std::string>(sql, "SELECT DISTINCT purpose FROM known_keys ORDER BY purpose");
  });
}

}  // namespace

absl::StatusOr<KeyFolder::Missing> MissingKeysOf(const std::filesystem::path& data, const std::string& database_url) {
  if (!IsServerUrl(database_url)) return KeyFolder::Missing::kMake;
  const std::vector<std::string> to_make = KeyFolder::ToMake(data);
  if (to_make.empty()) return KeyFolder::Missing::kMake;
  ASSIGN_OR_RETURN(std::vector<std::string> known, KnownPurposes(database_url));
  auto lost = std::find_first_of(to_make.begin(), to_make.end(), known.begin(), known.end());
  if (lost == to_make.end()) return KeyFolder::Missing::kMake;
  std::error_code ignored;
  const std::filesystem::path folder = data / "keys";
  const std::filesystem::path missing = std::filesystem::exists(folder, ignored) ? folder / *lost : folder;
  return Failed("key_missing", missing.string() + " is missing, but auth's database has had keys");
}

absl::Status ClaimKeys(Database& database, const std::vector<KeyName>& here) {
  return database.Write([&](Transaction& tx) -> absl::Status {
    std::vector<KeyName> known =
        Query<KnownKeyRow>(tx.sql(), "SELECT purpose, key_id, fingerprint FROM known_keys ORDER BY purpose, key_id");
    for (const KeyName& key : known) {
      auto found = std::find_if(here.begin(), here.end(),
                                [&](const KeyName& each) { return each.purpose == key.purpose && each.id == key.id; });
      if (found == here.end() && IsSeal(key)) {
        return Failed("key_missing", "keys/" + key.purpose + " has no key " + key.id + ", which auth's database knows");
      }
      if (found != here.end() && !key.fingerprint.empty() && found->fingerprint != key.fingerprint) {
        return Failed("key_foreign",
                      "the key " + key.id + " in keys/" + key.purpose + " is not the one that auth's database knows");
      }
    }
    for (const KeyName& key : here) {
      if (known.empty()) {
        Execute(tx.sql(), "INSERT INTO known_keys (purpose, key_id, fingerprint) VALUES (:purpose, :id, :fingerprint)",
                key.purpose, key.id, key.fingerprint);
      } else {
        // Of a program that did not note them.
        Execute(tx.sql(),
                "UPDATE known_keys SET fingerprint = :fingerprint"
                " WHERE purpose = :purpose AND key_id = :id AND fingerprint = ''",
                key.fingerprint, key.purpose, key.id);
      }
    }
    return absl::OkStatus();
  });
}

}  // namespace academy::auth

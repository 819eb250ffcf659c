// Managers' passkeys in the database.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does. A manager's passkeys are
// deleted with the manager.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::auth {

struct PasskeyRecord {
  std::string id;
  std::string manager_id;
  // The authenticator's id of it, base64url.
  std::string credential_id;
  // The domain name that it is bound to.
  std::string party_id;
  int algorithm = 0;
  // Base64url.
  std::string public_key;
  int64_t sign_count = 0;
  bool synced = false;
  // How it is reached (`usb`, `internal`, ...), separated by commas.
  std::string transports;
  // May be empty.
  std::string name;
  UnixMillis created_at = 0;
  // 0 before its first sign-in.
  UnixMillis last_used_at = 0;
};

// Returns false if the credential is stored already, for whomever.
bool InsertPasskey(soci::session& sql, const PasskeyRecord& passkey);
std::optional<PasskeyRecord> FindPasskey(soci::session& sql, const std::string& credential_id);
// Oldest first.
std::vector<PasskeyRecord> ListPasskeys(soci::session& sql, const std::string& manager_id);
int64_t CountPasskeys(soci::session& sql, const std::string& manager_id);
void RecordPasskeyUse(soci::session& sql, const std::string& id, int64_t sign_count, bool synced, UnixMillis now);
// Returns false if the manager has no such passkey.
bool DeletePasskey(soci::session& sql, const std::string& manager_id, const std::string& id);
void DeletePasskeys(soci::session& sql, const std::string& manager_id);

}  // namespace academy::auth

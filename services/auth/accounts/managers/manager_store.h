// Managers in the database.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does; Database turns that into a
// status (ALREADY_EXISTS unique_violation for an e-mail address that is taken).
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/platform/base/clock.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

struct ManagerRecord {
  std::string id;
  std::string email;
  // EmailKey(email).
  std::string email_key;
  std::string fullname;
  std::string password_hash;
  // Language of mails, `ar` or `en`.
  std::string language;
  // `last_login_at` is 0 before the first sign-in, `previous_login_at` before the second.
  UnixMillis last_login_at = 0;
  UnixMillis previous_login_at = 0;
  UnixMillis created_at = 0;
  Role role = Role::kManager;
};

void InsertManager(soci::session& sql, const ManagerRecord& manager);
std::optional<ManagerRecord> FindManager(soci::session& sql, const std::string& id);
std::optional<ManagerRecord> FindManagerByEmail(soci::session& sql, const std::string& email_key);
// In the order of `ids`; unknown ones are left out.
std::vector<ManagerRecord> FindManagers(soci::session& sql, const std::vector<std::string>& ids);
// Oldest first.
std::vector<ManagerRecord> ListManagers(soci::session& sql);
int64_t CountManagers(soci::session& sql);
int64_t CountOwners(soci::session& sql);
void SetManagerRole(soci::session& sql, const std::string& id, Role role);
void SetManagerPassword(soci::session& sql, const std::string& id, const std::string& password_hash);
// Also makes the last sign-in the previous one.
void RecordManagerLogin(soci::session& sql, const std::string& id, UnixMillis now);
void DeleteManager(soci::session& sql, const std::string& id);

}  // namespace academy::auth

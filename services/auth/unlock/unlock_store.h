// The links that let an account's owner sign in during a pause, in the database; their tokens are stored as hashes
// only.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <optional>
#include <string>

#include "services/platform/base/clock.h"

namespace academy::auth {

struct UnlockLink {
  // AccountSubject; an account has one link.
  std::string account;
  std::string person_id;
  std::string token_hash;
  // End of the pause for which it was mailed, which no other pause of the account shares.
  UnixMillis pause_end = 0;
  UnixMillis created_at = 0;
  UnixMillis expires_at = 0;
  // 0 until it was opened.
  UnixMillis used_at = 0;
};

// Replaces the account's earlier link.
void StoreUnlockLink(soci::session& sql, const UnlockLink& link);
std::optional<UnlockLink> FindUnlockLink(soci::session& sql, const std::string& token_hash);
std::optional<UnlockLink> FindUnlockLinkOf(soci::session& sql, const std::string& account);
void MarkUnlockLinkUsed(soci::session& sql, const std::string& account, UnixMillis now);
// Deletes links that expired before `time`.
void ForgetUnlockLinksBefore(soci::session& sql, UnixMillis time);

}  // namespace academy::auth

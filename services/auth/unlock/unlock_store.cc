#include "services/auth/unlock/unlock_store.h"

#include <tuple>

#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

#define ACADEMY_UNLOCK_COLUMNS "account, person_id, token_hash, pause_end, created_at, expires_at, used_at"

struct UnlockRow {
  UnlockLink link;

  auto Columns() {
    return std::tie(link.account, link.person_id, link.token_hash, link.pause_end, link.created_at, link.expires_at,
                    link.used_at);
  }
  UnlockLink ToRecord() const { return link; }
};

}  // namespace

void StoreUnlockLink(soci::session& sql, const UnlockLink& link) {
  Execute(sql,
          "INSERT INTO unlock_links (" ACADEMY_UNLOCK_COLUMNS
          ") VALUES (:account, :person, :hash, :pause_end, :created, :expires, :used)"
          " ON CONFLICT (account) DO UPDATE SET person_id = excluded.person_id, token_hash = excluded.token_hash,"
          " pause_end = excluded.pause_end, created_at = excluded.created_at, expires_at = excluded.expires_at,"
          " used_at = excluded.used_at",
          link.account, link.person_id, link.token_hash, link.pause_end, link.created_at, link.expires_at,
          link.used_at);
}

std::optional<UnlockLink> FindUnlockLink(soci::session& sql, const std::string& token_hash) {
  return QueryOne<UnlockRow>(sql, "SELECT " ACADEMY_UNLOCK_COLUMNS " FROM unlock_links WHERE token_hash = :hash",
                             token_hash);
}

std::optional<UnlockLink> FindUnlockLinkOf(soci::session& sql, const std::string& account) {
  return QueryOne<UnlockRow>(sql, "SELECT " ACADEMY_UNLOCK_COLUMNS " FROM unlock_links WHERE account = :account",
                             account);
}

void MarkUnlockLinkUsed(soci::session& sql, const std::string& account, UnixMillis now) {
  Execute(sql, "UPDATE unlock_links SET used_at = :now WHERE account = :account", now, account);
}

void ForgetUnlockLinksBefore(soci::session& sql, UnixMillis time) {
  Execute(sql, "DELETE FROM unlock_links WHERE expires_at < :time", time);
}

}  // namespace academy::auth

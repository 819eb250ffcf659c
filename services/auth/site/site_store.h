// The site's published content and its draft, in the database.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "services/platform/base/clock.h"

namespace academy::auth {

inline constexpr std::string_view kSiteSchema = R"sql(
CREATE TABLE site_documents (
  state TEXT PRIMARY KEY,
  files TEXT NOT NULL,
  revision BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);
)sql";
// A later migration.
inline constexpr std::string_view kSiteTimezoneSchema =
    "ALTER TABLE site_documents ADD COLUMN timezone TEXT NOT NULL DEFAULT '';\n";

struct SiteDocument {
  // JSON; empty if there is no such document.
  std::string files;
  UnixMillis changed_at = 0;
  // IANA name; empty while owners have set none.
  std::string timezone;
};

struct StoredSite {
  SiteDocument published;
  SiteDocument draft;
  // 0 before the first change.
  int64_t revision = 0;
};

StoredSite LoadSite(soci::session& sql);
// The published content only, and the published time zone only.
std::string LoadPublishedSite(soci::session& sql);
std::string LoadPublishedTimezone(soci::session& sql);
// Stores the draft as the next revision and changes `site` accordingly.
void StoreSiteDraft(soci::session& sql, StoredSite& site, SiteDocument draft);
// Makes the draft, which must be there, the published content, as the next revision.
void StorePublishedSite(soci::session& sql, StoredSite& site, UnixMillis now);

}  // namespace academy::auth

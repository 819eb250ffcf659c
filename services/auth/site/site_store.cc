#include "services/auth/site/site_store.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

constexpr char kDraft[] = "draft";
constexpr char kPublished[] = "published";

struct SiteRow {
  std::string state;
  SiteDocument document;
  int64_t revision = 0;

  auto Columns() { return std::tie(state, document.files, revision, document.changed_at, document.timezone); }
};

void Store(soci::session& sql, const std::string& state, const SiteDocument& document, int64_t revision) {
  Execute(sql,
          "INSERT INTO site_documents (state, files, revision, changed_at, timezone)"
          " VALUES (:state, :files, :revision, :changed, :timezone)"
          " ON CONFLICT (state) DO UPDATE SET files = excluded.files, revision = excluded.revision,"
          " changed_at = excluded.changed_at, timezone = excluded.timezone",
          state, document.files, revision, document.changed_at, document.timezone);
}

}  // namespace

StoredSite LoadSite(soci::session& sql) {
  StoredSite site;
  for (SiteRow& row :
       Query<SiteRow>(sql, "SELECT state, files, revision, changed_at, timezone FROM site_documents ORDER BY state")) {
    (row.state == kDraft ? site.draft : site.published) = std::move(row.document);
    site.revision = std::max(site.revision, row.revision);
  }
  return site;
}

std::string LoadPublishedSite(soci::session& sql) {
  return QueryOne<std::string>(sql, "SELECT files FROM site_documents WHERE state = :state", std::string(kPublished))
      .value_or("");
}

std::string LoadPublishedTimezone(soci::session& sql) {
  return QueryOne<std::string>(sql, "SELECT timezone FROM site_documents WHERE state = :state", std::string(kPublished))
      .value_or("");
}

void StoreSiteDraft(soci::session& sql, StoredSite& site, SiteDocument draft) {
  site.draft = std::move(draft);
  Store(sql, kDraft, site.draft, ++site.revision);
}

void StorePublishedSite(soci::session& sql, StoredSite& site, UnixMillis now) {
  site.published = std::exchange(site.draft, {});
  site.published.changed_at = now;
  Store(sql, kPublished, site.published, ++site.revision);
  Execute(sql, "DELETE FROM site_documents WHERE state = :state", std::string(kDraft));
}

}  // namespace academy::auth

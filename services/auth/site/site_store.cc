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

  auto Columns() { return std::tie(state, document.files, revision, document.changed_at); }
};

void Store(soci::session& sql, const std::string& state, const SiteDocument& document, int64_t revision) {
  Execute(sql,
          "INSERT INTO site_documents (state, files, revision, changed_at) VALUES (:state, :files, :revision, :changed)"
          " ON CONFLICT (state) DO UPDATE SET files = excluded.files, revision = excluded.revision,"
          " changed_at = excluded.changed_at",
          state, document.files, revision, document.changed_at);
}

}  // namespace

StoredSite LoadSite(soci::session& sql) {
  StoredSite site;
  for (SiteRow& row :
       Query<SiteRow>(sql, "SELECT state, files, revision, changed_at FROM site_documents ORDER BY state")) {
    (row.state == kDraft ? site.draft : site.published) = std::move(row.document);
    site.revision = std::max(site.revision, row.revision);
  }
  return site;
}

std::string LoadPublishedSite(soci::session& sql) {
  return QueryOne<std::string>(sql, "SELECT files FROM site_documents WHERE state = :state", std::string(kPublished))
      .value_or("");
}

void StoreSiteDraft(soci::session& sql, StoredSite& site, std::string files, UnixMillis now) {
  site.draft = {.files = std::move(files), .changed_at = now};
  Store(sql, kDraft, site.draft, ++site.revision);
}

void StorePublishedSite(soci::session& sql, StoredSite& site, UnixMillis now) {
  site.published = {.files = std::exchange(site.draft, {}).files, .changed_at = now};
  Store(sql, kPublished, site.published, ++site.revision);
  Execute(sql, "DELETE FROM site_documents WHERE state = :state", std::string(kDraft));
}

}  // namespace academy::auth

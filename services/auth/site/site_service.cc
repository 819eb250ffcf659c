#include "services/auth/site/site_service.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "academy/auth/v1/sessions.pb.h"
#include "services/auth/site/site_store.h"
#include "services/contracts/site/site_shape.h"
#include "services/platform/base/status.h"
#include "services/platform/revisions/revision.h"

namespace academy::auth {
namespace {

using nlohmann::json;

constexpr size_t kMaxFiles = 512 * 1024;

v1::SiteDocument ToProto(const SiteDocument& document) {
  v1::SiteDocument proto;
  proto.set_files(document.files);
  if (document.changed_at > 0) proto.set_changed_at(FormatTime(document.changed_at));
  return proto;
}

v1::StoredSite ToProto(const StoredSite& site) {
  v1::StoredSite proto;
  *proto.mutable_published() = ToProto(site.published);
  *proto.mutable_draft() = ToProto(site.draft);
  proto.set_revision(site.revision);
  return proto;
}

absl::StatusOr<json> ReadFiles(const std::string& text) {
  if (text.size() > kMaxFiles) return ValidationError({{"files", "too_long", "The site is at most 512 KiB"}});
  json files = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!files.is_object()) return ValidationError({{"files", "required", "A value is missing"}});
  std::vector<SiteProblem> wrong;
  for (const auto& [name, file] : files.items()) CheckSiteFile(name, file, wrong);
  if (wrong.empty()) return files;
  std::vector<FieldViolation> fields;
  for (const SiteProblem& problem : wrong) {
    fields.push_back({problem.file + ": " + problem.key, problem.code, problem.Line()});
  }
  return ValidationError(fields);
}

// The names of the files that differ, as the audit trail tells them.
std::string Changed(const std::string& before, const json& after) {
  json earlier = json::parse(before, nullptr, /*allow_exceptions=*/false);
  AuditFields changed;
  for (const auto& [name, file] : after.items()) {
    changed.Add(name, !earlier.is_object() || !earlier.contains(name) || earlier[name] != file);
  }
  return changed.text();
}

AuditEntry SiteEntry(std::string action, std::string changed) {
  return {.action = std::move(action),
          .subject = {.kind = "site", .id = "site", .name = ""},
          .details = {{"changed", std::move(changed)}},
          .actor = std::nullopt};
}

}  // namespace

absl::StatusOr<v1::GetSiteResponse> SiteService::GetSite(const Caller& /*caller*/,
                                                         const v1::GetSiteRequest& /*request*/) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::GetSiteResponse> {
    v1::GetSiteResponse response;
    *response.mutable_site() = ToProto(LoadSite(sql));
    return response;
  });
}

absl::StatusOr<v1::SaveSiteDraftResponse> SiteService::SaveSiteDraft(const Caller& caller,
                                                                     const v1::SaveSiteDraftRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(json files, ReadFiles(request.files()));
  v1::SaveSiteDraftResponse response;
  absl::Status saved = deps_.database.Write([&](Transaction& tx) -> absl::Status {
    StoredSite site = LoadSite(tx.sql());
    RETURN_IF_ERROR(RequireRevision(request, site.revision, [&] { return ToProto(site); }));
    const SiteDocument& before = site.draft.files.empty() ? site.published : site.draft;
    std::string changed = Changed(before.files, files);
    StoreSiteDraft(tx.sql(), site, files.dump(), deps_.clock.Now());
    deps_.audit.Record(tx, caller, SiteEntry("site.draft_saved", std::move(changed)));
    *response.mutable_site() = ToProto(site);
    return absl::OkStatus();
  });
  RETURN_IF_ERROR(saved);
  return response;
}

absl::StatusOr<Positioned<v1::PublishSiteResponse>> SiteService::PublishSite(const Caller& caller,
                                                                             const v1::PublishSiteRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  Positioned<v1::PublishSiteResponse> result;
  absl::Status published = deps_.database.Write([&](Transaction& tx) -> absl::Status {
    StoredSite site = LoadSite(tx.sql());
    RETURN_IF_ERROR(RequireRevision(request, site.revision, [&] { return ToProto(site); }));
    if (!site.draft.files.empty()) {
      std::string changed = Changed(site.published.files, json::parse(site.draft.files));
      StorePublishedSite(tx.sql(), site, deps_.clock.Now());
      deps_.audit.Record(tx, caller, SiteEntry("site.published", std::move(changed)));
      v1::Event event;
      event.mutable_site_published()->set_revision(site.revision);
      result.feed_position = deps_.feed.Append(tx, event.SerializeAsString());
    }
    *result.response.mutable_site() = ToProto(site);
    return absl::OkStatus();
  });
  RETURN_IF_ERROR(published);
  return result;
}

}  // namespace academy::auth

#include "services/auth/site/site_service.h"

#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "academy/auth/v1/sessions.pb.h"
#include "services/auth/site/site_store.h"
#include "services/contracts/site/site_shape.h"
#include "services/platform/base/status.h"
#include "services/platform/base/time_zone.h"
#include "services/platform/revisions/revision.h"

namespace academy::auth {
namespace {

using nlohmann::json;

constexpr size_t kMaxFiles = 512 * 1024;

v1::SiteDocument ToProto(const SiteDocument& document) {
  v1::SiteDocument proto;
  proto.set_files(document.files);
  proto.set_timezone(document.timezone);
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

// Returns the files of the draft.
absl::StatusOr<json> ReadDraft(const v1::SaveSiteDraftRequest& request) {
  const std::string& text = request.files();
  if (text.size() > kMaxFiles) return ValidationError({{"files", "too_long", "The site is at most 512 KiB"}});
  json files = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!files.is_object()) return ValidationError({{"files", "required", "A value is missing"}});
  std::vector<SiteProblem> wrong;
  for (const auto& [name, file] : files.items()) CheckSiteFile(name, file, wrong);
  std::vector<FieldViolation> fields;
  for (const SiteProblem& problem : wrong) {
    fields.push_back({problem.file + ": " + problem.key, problem.code, problem.Line()});
  }
  if (!request.timezone().empty() && !FindTimeZone(request.timezone()).has_value()) {
    fields.push_back({"timezone", "timezone_unknown", "The academy's system knows no time zone of that name"});
  }
  if (!fields.empty()) return ValidationError(fields);
  return files;
}

// Adds the uploaded pictures that are named anywhere in `value`.
void AddPictures(const json& value, std::set<std::string>& pictures) {
  if (value.is_string() && IsUploadedPicture(value.get_ref<const std::string&>())) pictures.insert(value);
  if (!value.is_structured()) return;
  for (const json& inner : value) AddPictures(inner, pictures);
}

// What the audit trail tells of a change: the names of the files that differ, and another time zone.
AuditEntry SiteEntry(std::string action, const SiteDocument& before, const json& files, const std::string& timezone) {
  json earlier = json::parse(before.files, nullptr, /*allow_exceptions=*/false);
  AuditFields changed;
  for (const auto& [name, file] : files.items()) {
    changed.Add(name, !earlier.is_object() || !earlier.contains(name) || earlier[name] != file);
  }
  bool another_zone = before.timezone != timezone;
  AuditEntry entry{.action = std::move(action),
                   .subject = {.kind = "site", .id = "site", .name = ""},
                   .details = {{"changed", changed.Add("timezone", another_zone).text()}},
                   .actor = std::nullopt};
  if (another_zone) entry.details["timezone"] = timezone;
  return entry;
}

}  // namespace

absl::StatusOr<v1::GetSiteResponse> SiteService::GetSite(const Caller& /*caller*/,
                                                         const v1::GetSiteRequest& /*request*/) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::GetSiteResponse> {
    v1::GetSiteResponse response;
    *response.mutable_site() = ToProto(LoadSite(sql));
    response.set_timezone(deps_.zone.In(sql).name());
    return response;
  });
}

absl::StatusOr<v1::GetTimezoneResponse> SiteService::GetTimezone(const Caller& /*caller*/,
                                                                 const v1::GetTimezoneRequest& /*request*/) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::GetTimezoneResponse> {
    v1::GetTimezoneResponse response;
    response.set_timezone(deps_.zone.In(sql).name());
    return response;
  });
}

absl::StatusOr<v1::ListSitePicturesResponse> SiteService::ListSitePictures(
    const Caller& /*caller*/, const v1::ListSitePicturesRequest& /*request*/) {
  ASSIGN_OR_RETURN(StoredSite site,
                   deps_.database.Read([](soci::session& sql) -> absl::StatusOr<StoredSite> { return LoadSite(sql); }));
  std::set<std::string> pictures;
  for (const SiteDocument* document : {&site.published, &site.draft}) {
    if (document->files.empty()) continue;
    json files = json::parse(document->files, nullptr, /*allow_exceptions=*/false);
    // Whoever asks removes what is not in the answer.
    if (!files.is_object()) return Error(absl::StatusCode::kInternal, "internal", "the stored site is no JSON object");
    AddPictures(files, pictures);
  }
  v1::ListSitePicturesResponse response;
  for (const std::string& picture : pictures) response.add_files(picture);
  return response;
}

absl::StatusOr<v1::SaveSiteDraftResponse> SiteService::SaveSiteDraft(const Caller& caller,
                                                                     const v1::SaveSiteDraftRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(json files, ReadDraft(request));
  v1::SaveSiteDraftResponse response;
  absl::Status saved = deps_.database.Write([&](Transaction& tx) -> absl::Status {
    StoredSite site = LoadSite(tx.sql());
    RETURN_IF_ERROR(RequireRevision(request, site.revision, [&] { return ToProto(site); }));
    const SiteDocument& before = site.draft.files.empty() ? site.published : site.draft;
    std::string timezone = request.has_timezone() ? request.timezone() : before.timezone;
    deps_.audit.Record(tx, caller, SiteEntry("site.draft_saved", before, files, timezone));
    StoreSiteDraft(tx.sql(), site,
                   {.files = files.dump(), .changed_at = deps_.clock.Now(), .timezone = std::move(timezone)});
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
      const json files = json::parse(site.draft.files);
      deps_.audit.Record(tx, caller, SiteEntry("site.published", site.published, files, site.draft.timezone));
      StorePublishedSite(tx.sql(), site, deps_.clock.Now());
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

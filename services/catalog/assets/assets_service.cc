#include "services/catalog/assets/assets_service.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "services/catalog/assets/asset_store.h"
#include "services/catalog/assets/blob_removals.h"
#include "services/catalog/assets/captions/caption_store.h"
#include "services/catalog/assets/captions/captions_request.h"
#include "services/catalog/assets/converters.h"
#include "services/catalog/errors.h"
#include "services/catalog/media/captions.h"
#include "services/catalog/processing/job_changes.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/joined/joined_writes.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/revisions/revision.h"

namespace academy::catalog {
namespace {

constexpr int kMaxUploads = 100;
constexpr char kUpdated[] = "Updated Successfully";

AuditParty SubjectOf(const AssetRecord& asset) { return {.kind = "asset", .id = asset.id, .name = asset.filename}; }

// ABORTED changed_meanwhile, with the asset, if the request has a version of captions that is not that of now.
template <typename Request>
absl::Status RequireSeen(const Request& request, const AssetRecord& asset) {
  if (!request.has_version()) return absl::OkStatus();
  v1::Asset now = ToProto(asset);
  auto found = std::find_if(now.captions().begin(), now.captions().end(),
                            [&](const v1::Captions& captions) { return captions.lang() == request.lang(); });
  const std::string version = found == now.captions().end() ? "" : found->version();
  return request.version() == version ? absl::OkStatus() : ChangedMeanwhile(now);
}

}  // namespace

absl::StatusOr<v1::GetAssetResponse> AssetsService::GetAsset(const Caller& caller, const v1::GetAssetRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  ASSIGN_OR_RETURN(AssetRecord asset, LoadAsset(request.asset_id()));
  v1::GetAssetResponse response;
  response.set_message("OK");
  *response.mutable_result() = ToProto(asset);
  return response;
}

absl::StatusOr<v1::ListUploadsResponse> AssetsService::ListUploads(const Caller& caller,
                                                                   const v1::ListUploadsRequest& /*request*/) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  using Uploads = absl::StatusOr<std::vector<UploadInWork>>;
  ASSIGN_OR_RETURN(std::vector<UploadInWork> uploads, deps_.database.Read([&](soci::session& sql) -> Uploads {
    return ListUploadsInWork(sql, kMaxUploads);
  }));
  v1::ListUploadsResponse response;
  response.set_message("OK");
  for (const UploadInWork& upload : uploads) *response.add_result() = ToProto(upload);
  return response;
}

absl::StatusOr<v1::RetryAssetResponse> AssetsService::RetryAsset(const Caller& caller,
                                                                 const v1::RetryAssetRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  const std::string& id = request.asset_id();
  ASSIGN_OR_RETURN(AssetRecord asset, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<AssetRecord> {
    if (IsInBin(tx.sql(), id)) return error::AssetNotFound(id);
    ASSIGN_OR_RETURN(bool restarted, RestartJob(tx, deps_.feed, id, files_.Size(id).ok(), deps_.clock.Now()));
    AssetRecord found = *FindAsset(tx.sql(), id);
    if (restarted) deps_.audit.Add(tx, caller, {.action = "upload.retried", .subject = SubjectOf(found)});
    return found;
  }));
  queue_.Wake();
  v1::RetryAssetResponse response;
  response.set_message(kUpdated);
  *response.mutable_result() = ToProto(asset);
  return response;
}

absl::StatusOr<v1::UploadCaptionsResponse> AssetsService::UploadCaptions(const Caller& caller,
                                                                         const v1::UploadCaptionsRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(ValidateCaptions(request));
  const std::string& id = request.asset_id();
  RETURN_IF_ERROR(LoadAsset(id).status());
  ASSIGN_OR_RETURN(std::string vtt, ToWebVtt(request.file()));
  // Each file has a new name, so that caches never show a replaced one.
  CaptionRecord captions{.lang = request.lang(),
                         .label = request.label().empty() ? request.lang() : request.label(),
                         .path = "captions/" + request.lang() + "-" + Hex(RandomBytes(4)) + ".vtt",
                         .is_default = request.is_default()};
  RETURN_IF_ERROR(StoreFile(MediaFolder(id) + "/" + captions.path, vtt));
  ASSIGN_OR_RETURN(AssetRecord updated, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<AssetRecord> {
    std::optional<AssetRecord> asset = FindAsset(tx.sql(), id);
    if (!asset.has_value() || IsInBin(tx.sql(), id)) return error::AssetNotFound(id);
    RETURN_IF_ERROR(RequireSeen(request, *asset));
    PutCaptions(tx.sql(), *asset, captions, deps_.clock.Now());
    deps_.audit.Add(tx, caller,
                    {.action = "captions.uploaded",
                     .subject = SubjectOf(*asset),
                     .details = {{"lang", captions.lang}, {"label", captions.label}}});
    return *FindAsset(tx.sql(), id);
  }));
  sweeper_.Wake();
  v1::UploadCaptionsResponse response;
  response.set_message(kUpdated);
  *response.mutable_result() = ToProto(updated);
  return response;
}

absl::StatusOr<v1::DeleteCaptionsResponse> AssetsService::DeleteCaptions(const Caller& caller,
                                                                         const v1::DeleteCaptionsRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  const std::string& id = request.asset_id();
  ASSIGN_OR_RETURN(AssetRecord updated, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<AssetRecord> {
    std::optional<AssetRecord> asset = FindAsset(tx.sql(), id);
    if (!asset.has_value() || IsInBin(tx.sql(), id)) return error::AssetNotFound(id);
    RETURN_IF_ERROR(RequireSeen(request, *asset));
    RETURN_IF_ERROR(catalog::DeleteCaptions(tx.sql(), *asset, request.lang(), deps_.clock.Now()));
    deps_.audit.Add(
        tx, caller,
        {.action = "captions.deleted", .subject = SubjectOf(*asset), .details = {{"lang", request.lang()}}});
    return *FindAsset(tx.sql(), id);
  }));
  sweeper_.Wake();
  v1::DeleteCaptionsResponse response;
  response.set_message(kUpdated);
  *response.mutable_result() = ToProto(updated);
  return response;
}

absl::StatusOr<AssetRecord> AssetsService::LoadAsset(const std::string& id) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<AssetRecord> {
    std::optional<AssetRecord> asset = FindAsset(sql, id);
    if (!asset.has_value() || IsInBin(sql, id)) return error::AssetNotFound(id);
    return *std::move(asset);
  });
}

absl::Status AssetsService::StoreFile(const std::string& key, const std::string& vtt) {
  // The reservation alone is removed in time.
  ApartWrites apart;
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    ReserveBlob(tx.sql(), key, deps_.clock.Now());
    return absl::OkStatus();
  }));
  return blobs_.Put(key, vtt);
}

}  // namespace academy::catalog

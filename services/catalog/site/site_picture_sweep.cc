#include "services/catalog/site/site_picture_sweep.h"

#include <utility>
#include <vector>

#include "services/catalog/courses/pictures/picture_blobs.h"
#include "services/catalog/site/site_picture_store.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

using Pictures = absl::StatusOr<std::vector<SitePicture>>;
using Images = std::vector<std::string>;

// Notes which pictures are named now, and removes those that have not been named for long enough. Returns these.
Images Apply(soci::session& sql, const std::set<std::string>& named, UnixMillis now) {
  Images removed;
  for (SitePicture& picture : ListSitePictures(sql)) {
    bool unused = !named.contains(picture.image);
    if (unused != picture.unused_since.has_value()) {
      picture.unused_since = unused ? std::optional(now) : std::nullopt;
      StoreUse(sql, picture);
    }
    if (!unused || *picture.unused_since > now - absl::ToInt64Milliseconds(SitePictureSweep::kUnusedLifetime)) continue;
    DeleteSitePicture(sql, picture.image);
    RemovePicture(sql, picture.image, now);
    removed.push_back(std::move(picture.image));
  }
  return removed;
}

}  // namespace

SitePictureSweep::SitePictureSweep(const Deps& deps, const std::shared_ptr<grpc::Channel>& auth)
    : deps_(deps), site_(auth), auth_({.name = "auth", .caller = "catalog", .max_in_flight = 1}) {}

absl::StatusOr<std::optional<std::set<std::string>>> SitePictureSweep::AskNamed() {
  auth::v1::ListSitePicturesResponse response;
  bool asked = true;
  RETURN_IF_ERROR(auth_.Call(Caller(), [&](grpc::ClientContext& context) {
    grpc::Status status = site_.ListSitePictures(&context, auth::v1::ListSitePicturesRequest(), &response);
    asked = status.error_code() != grpc::StatusCode::UNIMPLEMENTED;
    return asked ? status : grpc::Status::OK;
  }));
  if (!asked) return std::nullopt;
  return std::set<std::string>(response.files().begin(), response.files().end());
}

absl::Status SitePictureSweep::Sweep() {
  ASSIGN_OR_RETURN(std::vector<SitePicture> pictures,
                   deps_.database.Read([](soci::session& sql) -> Pictures { return ListSitePictures(sql); }));
  if (pictures.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(std::optional<std::set<std::string>> named, AskNamed());
  if (!named.has_value()) return absl::OkStatus();
  ASSIGN_OR_RETURN(Images removed, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<Images> {
    return Apply(tx.sql(), *named, deps_.clock.Now());
  }));
  for (const std::string& image : removed) LogInfo("unused picture of the site removed", {{"image", image}});
  return absl::OkStatus();
}

}  // namespace academy::catalog

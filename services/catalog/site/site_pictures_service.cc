#include "services/catalog/site/site_pictures_service.h"

#include <optional>
#include <string>

#include "services/catalog/courses/pictures/picture_blobs.h"
#include "services/catalog/site/site_picture_store.h"
#include "services/platform/base/status.h"

namespace academy::catalog {

absl::StatusOr<v1::UploadSitePictureResponse> SitePicturesService::UploadSitePicture(
    const Caller& caller, const v1::UploadSitePictureRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  if (request.image().empty()) return ValidationError({{"image", "required", "image is required"}});
  ASSIGN_OR_RETURN(std::string image, pictures_.Add(request.image()));
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    KeepPicture(tx.sql(), image);
    InsertSitePicture(tx.sql(), image, deps_.clock.Now());
    deps_.audit.Add(tx, caller,
                    AuditEntry{.action = "site.picture_uploaded",
                               .subject = {.kind = "site", .id = "site", .name = ""},
                               .details = {},
                               .actor = std::nullopt});
    return absl::OkStatus();
  }));
  v1::UploadSitePictureResponse response;
  response.set_message("Uploaded Successfully");
  response.mutable_result()->set_file(image);
  return response;
}

}  // namespace academy::catalog

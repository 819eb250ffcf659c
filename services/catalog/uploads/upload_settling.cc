#include "services/catalog/uploads/upload_settling.h"

#include <optional>

#include "services/catalog/errors.h"
#include "services/catalog/uploads/upload_completion.h"
#include "services/platform/base/status.h"

namespace academy::catalog {

absl::StatusOr<UploadRecord> SettleUpload(const Deps& deps, UploadStorage& files, const UploadRecord& upload) {
  if (upload.complete) return upload;
  if (upload.unverified_from.has_value()) {
    RETURN_IF_ERROR(files.Truncate(upload.id, *upload.unverified_from));
  }
  ASSIGN_OR_RETURN(int64_t size, files.Size(upload.id));
  if (!upload.unverified_from.has_value() && upload.length != size) return upload;
  if (upload.length == size) RETURN_IF_ERROR(files.Finish(upload.id, size));
  return deps.database.Write([&](Transaction& tx) -> absl::StatusOr<UploadRecord> {
    MarkUploadVerified(tx.sql(), upload.id);
    if (upload.length == size) RETURN_IF_ERROR(CompleteUpload(tx, deps.feed, upload.id, size, deps.clock.Now()));
    std::optional<UploadRecord> settled = FindUpload(tx.sql(), upload.id);
    if (!settled.has_value()) return error::UploadNotFound();
    return *std::move(settled);
  });
}

}  // namespace academy::catalog

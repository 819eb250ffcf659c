#include "services/catalog/uploads/upload_settling.h"

#include <memory>
#include <optional>

#include "services/catalog/errors.h"
#include "services/catalog/uploads/upload_completion.h"
#include "services/platform/base/status.h"

namespace academy::catalog {

absl::StatusOr<UploadRecord> SettleUpload(const Deps& deps, UploadFiles& files, const UploadRecord& upload) {
  if (upload.complete) return upload;
  if (upload.unverified_from.has_value()) {
    ASSIGN_OR_RETURN(std::unique_ptr<UploadFile> file, files.Open(upload.id));
    ASSIGN_OR_RETURN(int64_t size, file->Size());
    if (size > *upload.unverified_from) RETURN_IF_ERROR(file->Truncate(*upload.unverified_from));
  }
  ASSIGN_OR_RETURN(int64_t size, files.Size(upload.id));
  if (!upload.unverified_from.has_value() && upload.length != size) return upload;
  return deps.database.Write([&](Transaction& tx) -> absl::StatusOr<UploadRecord> {
    MarkUploadVerified(tx.sql(), upload.id);
    if (upload.length == size) RETURN_IF_ERROR(CompleteUpload(tx, deps.feed, upload.id, size, deps.clock.Now()));
    std::optional<UploadRecord> settled = FindUpload(tx.sql(), upload.id);
    if (!settled.has_value()) return error::UploadNotFound();
    return *std::move(settled);
  });
}

}  // namespace academy::catalog

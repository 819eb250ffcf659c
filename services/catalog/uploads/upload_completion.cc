#include "services/catalog/uploads/upload_completion.h"

#include <optional>

#include "services/catalog/courses/course_events.h"
#include "services/catalog/errors.h"
#include "services/catalog/processing/job_store.h"
#include "services/catalog/uploads/upload_store.h"

namespace academy::catalog {

absl::Status CompleteUpload(Transaction& tx, ChangeFeed& feed, const std::string& id, int64_t size, UnixMillis now) {
  std::optional<UploadRecord> upload = FindUpload(tx.sql(), id);
  if (!upload.has_value()) return error::UploadNotFound();
  if (upload->complete) return absl::OkStatus();
  MarkUploadComplete(tx.sql(), id, size);
  InsertJob(tx.sql(), id, now);
  AppendAssetChanged(tx, feed, id);
  return absl::OkStatus();
}

}  // namespace academy::catalog

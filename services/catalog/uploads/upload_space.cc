#include "services/catalog/uploads/upload_space.h"

#include <algorithm>
#include <vector>

#include "services/catalog/processing/job_store.h"
#include "services/catalog/uploads/upload_store.h"

namespace academy::catalog {
namespace {

int64_t RestOf(const UploadRecord& upload, const UploadStorage& files) {
  return std::max<int64_t>(0, *upload.length - files.Size(upload.id).value_or(0));
}

}  // namespace

int64_t BytesUploadsMayAdd(soci::session& sql, const UploadStorage& files, UnixMillis now) {
  int64_t bytes = 0;
  if (!files.on_this_disk()) return bytes;
  for (const UploadRecord& upload : ListUnfinishedUploads(sql, now)) bytes += RestOf(upload, files);
  return bytes;
}

absl::Status RequireSpaceForUpload(soci::session& sql, const UploadStorage& files, int64_t bytes, UnixMillis now) {
  if (!files.on_this_disk()) return absl::OkStatus();
  int64_t needed = bytes + WorkingBytes(Stage::kPrepare, bytes) + SumWorkingBytes(sql, /*started=*/false);
  for (const UploadRecord& upload : ListUnfinishedUploads(sql, now)) {
    needed += RestOf(upload, files) + WorkingBytes(Stage::kPrepare, *upload.length);
  }
  return files.RequireSpace(needed);
}

}  // namespace academy::catalog

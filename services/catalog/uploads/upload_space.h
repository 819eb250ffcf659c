// What is promised of the disk's space: the rest of unfinished uploads, and what processing needs besides the files.
//
// Uploads that are not on this disk are promised nothing.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>

#include "absl/status/status.h"
#include "services/catalog/uploads/upload_storage.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

// Returns the bytes that unfinished uploads of known length may still append.
int64_t BytesUploadsMayAdd(soci::session& sql, const UploadStorage& files, UnixMillis now);
// UNAVAILABLE disk_full unless there is space for a new upload of `bytes` and for processing it, besides all that is
// promised already.
absl::Status RequireSpaceForUpload(soci::session& sql, const UploadStorage& files, int64_t bytes, UnixMillis now);

}  // namespace academy::catalog

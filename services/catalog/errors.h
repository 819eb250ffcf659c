// The catalog's named errors.
//
// Pure functions, callable from any thread.
#pragma once

#include <string_view>

#include "absl/status/status.h"

namespace academy::catalog::error {

absl::Status CourseNotFound();
// The course is not in the bin.
absl::Status BinItemNotFound();
// The message names the id.
absl::Status PartNotFound(std::string_view id);
// The message names the id, because a list is applied as a whole or not at all.
absl::Status AssetNotFound(std::string_view id);
// The asset is still being processed, or processing failed.
absl::Status AssetNotReady();
// The uploaded file, which processing needs, is no longer kept.
absl::Status SourceGone();
absl::Status CaptionsNotFound();
absl::Status UploadNotFound();
absl::Status OffsetMismatch();
absl::Status ChecksumMismatch();
absl::Status UploadTooLarge();
absl::Status DiskFull();
absl::Status UploadInterrupted();
absl::Status CursorInvalid();

}  // namespace academy::catalog::error
